import { type Said, type Sentence, tell } from './sentence.ts'

// Every refusal has a code here, its HTTP status and a Portuguese sentence that a person can act on.
const table = {
  unauthorized: [401, 'Entre com seu e-mail e senha para continuar.'],
  bad_credentials: [401, 'E-mail ou senha não conferem.'],
  forbidden: [403, 'Seu acesso não permite fazer isto. Fale com o administrador da empresa.'],
  admin_only: [403, 'Voce precisa ser administrador para executar esta acao'],
  key_scope: [403, 'Esta chave não permite esta chamada. Crie outra em Integrações, Chaves de acesso.'],
  other_company: [403, 'Estes dados são de outra empresa.'],
  client_link: [403, 'Este link de acesso não vale mais. Peça um novo ao vendedor.'],
  catalogue_closed: [403, 'Este catálogo está fechado no momento. Fale com a empresa.'],
  company_closed: [
    403,
    'A conta da empresa está bloqueada ou venceu: dá para ver, pagar e baixar tudo, mas não alterar. Regularize em Assinatura e cobranças.',
  ],
  logged_out: [403, 'Você saiu deste catálogo. Use o botão Ver catálogo para voltar.'],
  quotes_off: [403, 'Orçamentos fazem parte do Pedido Digital, que esta empresa não tem.'],
  orders_off: [403, 'Esta empresa não está recebendo pedidos por aqui.'],
  not_found: [404, 'Não encontramos o que você procura. Pode ter sido excluído.'],
  unknown_company: [404, 'Não encontramos este catálogo. Confira o endereço.'],
  method_override: [405, 'Envie esta alteração como PUT ou com _method=PUT.'],
  conflict: [409, 'Alguém mudou isto antes de você. Recarregue e tente de novo.'],
  code_taken: [409, 'Já existe um produto com este código.'],
  email_taken: [409, 'Este e-mail já está em uso.'],
  client_exists: [409, 'Este cliente já está cadastrado.'],
  client_blocked: [
    409,
    'Este cliente está bloqueado para pedidos. Envie um orçamento ou fale com o administrador: os itens continuam aqui.',
  ],
  quote_ended: [409, 'Este orçamento venceu. Peça ao vendedor que o renove.'],
  quote_changed: [409, 'O orçamento mudou depois que você o abriu. Confira e responda de novo.'],
  order_changed: [409, 'Este pedido mudou depois que você o abriu. Confira e tente de novo.'],
  quote_answered: [409, 'Este orçamento já foi respondido.'],
  bad_transition: [409, 'Este pedido não pode passar para esse status agora.'],
  adjustment_over: [
    409,
    'Esta solicitação de ajuste já teve resposta ou o pedido já seguiu: não dá mais para retirar. Confira o pedido.',
  ],
  conversation_closed: [409, 'Este cliente foi excluído: a conversa fica guardada e não recebe mais mensagens.'],
  sem_estoque: [409, 'Não há estoque para todos os itens. Nada foi enviado: ajuste as quantidades e tente de novo.'],
  max_users: [409, 'max_users'],
  last_admin: [409, 'A empresa precisa de pelo menos um administrador. Crie outro antes.'],
  not_yourself: [409, 'Você não pode excluir nem bloquear a si mesmo. Peça a outro administrador.'],
  successor_needed: [409, 'Escolha quem fica com os clientes, os pedidos abertos e os links deste vendedor.'],
  changed_elsewhere: [409, 'Outra pessoa mudou estes campos enquanto você editava. Compare e escolha.'],
  plan_limit: [409, 'O limite do seu plano foi atingido.'],
  catalog_busy: [409, 'Seu PDF anterior ainda está sendo feito. Espere ele ficar pronto.'],
  sync_running: [409, 'Uma atualização já está em andamento. Espere ela terminar.'],
  integration_off: [409, 'Esta integração está inativa. Ative-a para atualizar.'],
  integration_exists: [409, 'Este sistema já está ligado. Abra a integração dele.'],
  webhooks_full: [409, 'Já são 10 sistemas avisados. Exclua um que não usa mais.'],
  keys_full: [409, 'Já são 20 chaves em uso. Revogue uma que não usa mais.'],
  feeds_full: [409, 'Já são 5 catálogos por endereço. Exclua um que não usa mais.'],
  feed_failed: [422, 'Não foi possível ler o endereço. Confira-o e tente de novo.'],
  webhook_off: [409, 'Estes avisos estão desligados. Ligue-os para enviar.'],
  erp_failed: [502, 'O outro sistema não respondeu. Tente de novo em alguns minutos.'],
  over_limit: [409, 'O plano escolhido é menor do que o que você usa. Escolha o que fica inativo.'],
  other_amount: [409, 'O valor recebido não é o da cobrança. Nada foi confirmado.'],
  invoice_closed: [409, 'Esta cobrança foi cancelada. Faça um novo pedido.'],
  proposal_taken: [409, 'Esta proposta é de outra empresa ou já foi usada. Peça outra ao consultor.'],
  offer_ended: [409, 'Esta cobrança venceu sem pagamento. Peça o plano de novo para ver o preço de hoje.'],
  reseller_subscribes: [409, 'A assinatura desta empresa é feita com a revenda. Abra o link dela.'],
  company_blocked: [
    403,
    'Esta conta foi bloqueada pela operação. Nada pode ser pago agora: fale com o Mostruário para resolver.',
  ],
  proposal_expired: [409, 'Esta proposta venceu. Peça outra ao consultor.'],
  signup_closed: [403, 'O cadastro está fechado no momento. Fale com o Mostruário.'],
  unsigned: [401, 'A assinatura da mensagem não confere.'],
  bad_request: [400, 'Este endereço ou pedido não está em ordem. Confira o endereço e tente de novo.'],
  too_slow: [408, 'O envio demorou demais e foi interrompido. Confira a conexão e tente de novo.'],
  too_large: [413, 'O arquivo ou formulário é grande demais. Envie até 15 MB por arquivo e 64 MB por vez.'],
  bad_range: [416, 'Este arquivo não tem o trecho pedido.'],
  unsupported: [415, 'Este formato não é aceito.'],
  prices_shown: [409, 'Você já vê os preços deste catálogo.'],
  cep_silent: [503, 'O serviço de CEP não respondeu. Preencha o endereço à mão.'],
  invalid: [422, 'Confira os campos marcados.'],
  empty_cart: [422, 'Seu pedido está vazio. Escolha pelo menos um produto.'],
  below_minimum: [422, 'O pedido ainda não chegou ao valor mínimo.'],
  lines_refused: [422, 'Alguns itens não podem mais ser pedidos. Retire-os e envie de novo.'],
  idempotency_key_reused: [422, 'Este carrinho já virou um pedido diferente. Comece um carrinho novo.'],
  discount_refused: [422, 'O desconto é dado por quem vende. Envie o pedido sem desconto.'],
  order_by_price: [422, 'Não é possível ordenar por preço: os preços não estão visíveis para você.'],
  weak_password: [422, 'Escolha outra senha: esta é fácil de adivinhar.'],
  wrong_password: [422, 'A senha atual não confere.'],
  reset_link: [401, 'Este link já foi usado ou passou da validade. Peça outro.'],
  bad_image: [422, 'Não conseguimos ler esta imagem. Envie JPEG, PNG, WebP ou AVIF de até 15 MB.'],
  bad_sheet: [422, 'Não conseguimos ler esta planilha. Envie um arquivo .xlsx ou .csv.'],
  sheet_rows: [422, 'A planilha tem mais de 100.000 linhas. Divida-a em partes e envie uma de cada vez.'],
  sheet_cells: [
    422,
    'A planilha tem mais de 2 milhões de células preenchidas. Apague as colunas que não usa ou divida-a em partes.',
  ],
  sheet_letters: [
    422,
    'A planilha tem texto demais: mais de 60 milhões de letras. Encurte os textos repetidos ou divida-a em partes.',
  ],
  sheet_bytes: [
    422,
    'A planilha ocupa mais de 160 MB depois de aberta. Tire fotos e abas que não usa ou divida-a em partes.',
  ],
  sheet_slow: [
    422,
    'A planilha demorou demais e foi interrompida. Nada foi gravado. Divida-a em partes e envie uma de cada vez.',
  ],
  sheet_old: [
    422,
    'Esta é uma planilha antiga do Excel (.xls) que não conseguimos ler. Abra-a no Excel, salve como .xlsx e envie de novo.',
  ],
  sheet_locked: [422, 'Esta planilha está protegida por senha. Abra-a no Excel, tire a senha, salve e envie de novo.'],
  sheet_other: [422, 'Este arquivo não é uma planilha. Salve-o como .xlsx ou .csv e envie de novo.'],
  sheet_busy: [503, 'Outras planilhas estão sendo lidas agora. Nada foi gravado; tente de novo em alguns segundos.'],
  rows_refused: [422, 'Nada foi gravado. Corrija as linhas indicadas e envie de novo.'],
  too_many: [429, 'Muitas tentativas seguidas. Espere um pouco e tente de novo.'],
  internal: [500, 'Algo deu errado do nosso lado. Nada foi perdido; tente de novo em instantes.'],
  storage_full: [
    507,
    'O servidor está sem espaço para guardar. Nada foi gravado: tente de novo em alguns minutos ou avise o suporte.',
  ],
  clock_doubted: [503, 'O relógio do servidor está sendo conferido. Nada se perdeu: tente de novo em alguns minutos.'],
  busy: [503, 'Estamos com muito movimento. Tente de novo em alguns segundos.'],
} as const satisfies Record<string, readonly [number, string]>

export type RefusalCode = keyof typeof table

const isSentence = (v: object): v is Sentence =>
  'text' in v && typeof v.text === 'string' && Object.keys(v).every((k) => k === 'text' || k === 'values')
/** `value` with its sentences in Portuguese; those with words filled in are noted in `sentences`. */
function inPortuguese(value: unknown, sentences: Sentence[]): unknown {
  if (Array.isArray(value)) return value.map((v) => inPortuguese(v, sentences))
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  if (!isSentence(value))
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, inPortuguese(v, sentences)]))
  if (value.values) sentences.push(value)
  return tell(value)
}
/** What a call answers when it says no. `extra` goes into the answer beside code and message, and with it `sentences`:
 * those with words filled in, for whoever reads them in another language. */
export class Refusal extends Error {
  code: RefusalCode
  status: number
  extra: Record<string, unknown>
  constructor(
    code: RefusalCode,
    { message = table[code][1], ...more }: Record<string, unknown> & { message?: Said } = {},
  ) {
    const sentences: Sentence[] = []
    super(inPortuguese(message, sentences) as string)
    const extra = inPortuguese(more, sentences) as Record<string, unknown>
    this.code = code
    this.status = table[code][0]
    this.extra = sentences.length ? { ...extra, sentences } : extra
  }
}

/** 422 with one message per field. */
export const invalid = (errors: Record<string, Said | Said[]>) =>
  new Refusal('invalid', {
    errors: Object.fromEntries(Object.entries(errors).map(([k, v]) => [k, Array.isArray(v) ? v : [v]])),
  })

export const refusalTable = Object.entries(table).map(([code, [status, message]]) => ({ code, status, message }))

/** Field messages by issue; zod's own are all "Invalid input". */
export const FIELD_MESSAGES: Record<string, string> = {
  required: 'Preencha este campo.',
  long: 'Texto longo demais para este campo.',
  short: 'Escreva um pouco mais aqui.',
  whole: 'Informe um número inteiro.',
  price: 'Preço inválido. Ex.: 12,90.',
  percent: 'Informe uma porcentagem entre 0 e 100.',
  flag: 'Escolha sim ou não.',
  moment: 'Data inválida.',
  day: 'Data inválida. Ex.: 2026-11-21.',
  time: 'Hora inválida. Ex.: 21:30.',
  json: 'Os dados chegaram incompletos. Envie de novo.',
  email: 'E-mail inválido.',
  phone: 'Faltou o DDD no telefone. Ex.: (11) 91234-5678.',
  cpf: 'CPF inválido. Confira os números.',
  cnpj: 'CNPJ inválido. Confira os 14 caracteres.',
  name: 'Informe um nome com pelo menos 2 letras.',
  quantity: 'A quantidade precisa ser um número inteiro de 1 a 999.999.',
  colour: 'Cor inválida. Ex.: #b4532a.',
  password: 'Use pelo menos 10 caracteres.',
}
