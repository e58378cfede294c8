// Makers, sellers and clients of the demo.
export const MAKERS = [
  { code: 'dona-zefa', type: 'artesaos', name: 'Dona Zefa', company_name: 'Barro & Fogo', city: 'Cunha', state: 'SP', about: 'Aprendeu a tornear com a mãe e queima até hoje em forno a lenha, duas vezes por mês.\nCada fornada leva dezoito horas.' },
  { code: 'povo-do-cipo', type: 'artesaos', name: 'Povo do Cipó', company_name: 'Associação Povo do Cipó', city: 'São Luiz do Paraitinga', state: 'SP', about: 'Vinte e duas famílias que trançam taboa, cipó e palha, e replantam o que colhem.' },
  { code: 'tear-da-serra', type: 'marcas', name: 'Tear da Serra', company_name: 'Tear da Serra Tecelagem', city: 'Resende Costa', state: 'MG', about: 'Tecelagem em teares de pedal, com algodão da região e tintas de casca e folha.' },
  { code: 'seu-osmar', type: 'artesaos', name: 'Seu Osmar', company_name: 'Marcenaria Osmar', city: 'Gonçalves', state: 'MG', about: 'Só trabalha madeira caída ou de reflorestamento. Não usa prego.' },
  { code: 'selaria-aroeira', type: 'fabricantes', name: 'Selaria Aroeira', company_name: 'Selaria Aroeira Ltda.', city: 'Dores de Campos', state: 'MG', about: 'Três gerações de seleiros. O couro é curtido com casca de barbatimão.' },
  { code: 'capim-de-ouro', type: 'artesaos', name: 'Capim de Ouro', company_name: 'Cooperativa Capim de Ouro', city: 'Mateiros', state: 'TO', about: 'Mulheres do Jalapão que costuram o capim dourado com seda de buriti.' },
  { code: 'saboaria-cunha', type: 'marcas', name: 'Saboaria Cunha', company_name: 'Saboaria e Papéis Cunha', city: 'Cunha', state: 'SP', about: 'Sabonetes de processo frio e papel feito à mão no mesmo sítio.' },
  { code: 'doces-da-bica', type: 'marcas', name: 'Doces da Bica', company_name: 'Doces da Bica', city: 'Carmo de Minas', state: 'MG', about: 'Tachos de cobre, fruta do quintal e nada mais.' },
] as const
export const SELLERS = [
  { name: 'Renata Souza', email: 'vendedor@mostruario.test', phone: '12997142208' },
  { name: 'Paulo Nogueira', email: 'paulo@mostruario.test', phone: '11987650032' },
  { name: 'Ana Beatriz Lima', email: 'ana@mostruario.test', phone: '31991223344' },
]
export const CLIENTS = [
  'Luciana Prado|Loja Canto da Terra|Cunha', 'Marcos Vieira|Casa Flor de Lis|Taubaté', 'Helena Duarte|Pousada Mar Azul|Paraty', 'João Ribeiro|Empório São Bento|São Paulo',
  'Carla Mendes|Bistrô da Praça|Campinas', 'Sérgio Tavares|Mercearia Boa Vista|Guaratinguetá', 'Rosa Fernandes|Ateliê da Rosa|Santos', 'Pedro Antunes|Café do Largo|São José dos Campos',
  'Beatriz Campos|Presentes Beija-Flor|Campos do Jordão', 'Otávio Leal|Hotel Serra Verde|Monte Verde', 'Irene Matos|Empório da Irene|Lorena', 'Fábio Salles|Adega Salles|Jundiaí',
  'Márcia Bueno|Floricultura Girassol|Sorocaba', 'Davi Moreira|Restaurante Fogão Caipira|Tiradentes', 'Sílvia Rocha|Galeria Rocha|Ouro Preto', 'Nelson Pires|Padaria Pires|Aparecida',
  'Cecília Amaral|Casa Amaral Decor|Belo Horizonte', 'Rui Barcelos|Feira Boa|Ubatuba', 'Teresa Galvão|Chá das Cinco|Petrópolis', 'Vera Lúcia Pinto|Armarinho da Vera|Cruzeiro',
].map((line) => {
  const [name, company_name, city] = line.split('|') as [string, string, string]
  return { name, company_name, city }
})
