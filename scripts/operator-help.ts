// Text of npm run operator -- help.
export const HELP = `Uso: npm run operator -- COMANDO

  create E-MAIL NOME        cria um operador da plataforma e mostra a senha uma vez
  password E-MAIL [EMPRESA] troca a senha de um operador ou de um administrador, mostra a nova e encerra as sessões dele
  unlock E-MAIL             libera uma conta fechada por senhas erradas ou pedidos de senha
  sessions [EMPRESA]        quem está com sessão aberta, sem visitantes
  signout E-MAIL [EMPRESA]  encerra as sessões de uma conta
  operators                 lista os operadores
  disable E-MAIL            um operador deixa de entrar
  companies [TEXTO]         lista empresas: número, endereço, validade, situação
  sizes                     linhas, fotos e MB de arquivos por empresa
  extend EMPRESA AAAA-MM-DD muda a validade
  block EMPRESA MOTIVO      bloqueia; unblock EMPRESA desbloqueia
  delete EMPRESA            tira do ar; os dados são apagados em 30 dias
  restore EMPRESA           traz de volta uma empresa excluída há menos de 30 dias
  mails                     e-mails parados ou devolvidos; retry NÚMERO põe um deles na fila de novo
  testmail E-MAIL           envia um e-mail de teste e mostra o que o servidor de e-mail respondeu
  demo remove               fecha as contas da demonstração e tira do ar as empresas dela
  day                       faz agora o trabalho diário (avisos, cobranças, exclusões)
  help                      mostra isto

EMPRESA é o número ou o endereço. Tudo o que muda fica no registro da plataforma.
`
