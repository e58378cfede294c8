// The demo's catalogue: Ateliê Jequitibá, 12 categories, 120 handmade products. A line is
// name | price in reais | what it is.
export interface DemoCategory {
  key: string
  name: string
  prefix: string
  /** Who makes it: a code of makers.ts. */
  maker: string
  /** Choices that some of its products have. */
  axes?: Record<string, string[]>
  lines: string
}
export const CATEGORIES: DemoCategory[] = [
  {
    key: 'ceramics',
    name: 'Cerâmica',
    prefix: 'CE',
    maker: 'dona-zefa',
    axes: { Cor: ['Terracota', 'Areia', 'Folha'], Tamanho: ['P', 'M', 'G'] },
    lines: `
Vaso Jatobá em cerâmica queimada | 89 | Torneado à mão e queimado em forno a lenha. Cada peça guarda a marca do fogo.
Caneca de barro 300 ml, esmalte mel | 38 | Alça larga, boa de segurar. Vai ao micro-ondas.
Tigela funda para sopa, verde folha | 54 | Esmalte sem chumbo, para servir quente.
Moringa com copo, 1,2 litro | 96 | A água fica fresca o dia todo, sem geladeira.
Garrafa de barro para azeite | 72 | Protege da luz; rolha de cortiça natural.
Vaso Moringa alto, linhas brancas | 132 | Faixas de engobe feitas com pena de galinha.
Caneca esmaltada 200 ml, azul do rio | 32 | A irmã menor da nossa caneca mais vendida.
Saladeira grande em terracota | 148 | Serve oito pessoas. Polida com pedra de rio.
Jarra de suco, esmalte jade | 118 | Bico que não pinga, testado copo a copo.
Garrafa solitário para uma flor | 46 | Para a mesa do restaurante ou a janela da cozinha.`,
  },
  {
    key: 'basketry',
    name: 'Cestaria',
    prefix: 'CS',
    maker: 'povo-do-cipo',
    lines: `
Cesto de palha de milho com alça | 124 | Trançado em palha de milho crioulo, alça reforçada.
Cesto roupeiro com tampa | 289 | Taboa trançada em armação de madeira de reflorestamento.
Bandeja de cipó para café da manhã | 98 | Cipó titica descascado, borda alta.
Sacola de feira em palha de buriti | 86 | Aguenta dez quilos de fruta.
Cesto redondo de cipó | 78 | Para pães, lãs ou brinquedos.
Balaio grande para revistas | 176 | Fica de pé sozinho, com ou sem peso.
Bandeja oval de vime | 112 | Vime gaúcho, sem verniz.
Cesta de piquenique com forro | 210 | Forro de algodão cru que sai para lavar.
Sacola de praia em palha e algodão | 132 | Alças de algodão que não marcam o ombro.
Cesto organizador baixo | 64 | Cabe na prateleira de 30 cm.`,
  },
  {
    key: 'weaving',
    name: 'Tecelagem',
    prefix: 'TE',
    maker: 'tear-da-serra',
    axes: { Cor: ['Cru', 'Índigo', 'Terracota'] },
    lines: `
Manta de tear, algodão cru e rosa | 189 | Tear manual, algodão de Resende Costa. 1,40 × 1,80 m.
Capa de almofada, losangos | 74 | 45 × 45 cm, zíper invisível.
Tapete de retalhos 60 × 90 | 118 | Sobras de malharia que viram chão macio.
Painel de parede em macramê | 165 | Nós feitos um a um em corda de algodão.
Manta de sofá, listras de rio | 215 | Fios tingidos com anil e casca de romã.
Capa de almofada lisa com franja | 68 | Franja torcida à mão nos quatro lados.
Passadeira de tear 60 × 180 | 198 | Dupla face; quando cansar de um lado, vire.
Manta de bebê em algodão orgânico | 142 | Sem tingimento, lavada três vezes.
Painel sol em lã de carneiro | 248 | Lã da serra catarinense, cardada em casa.
Capa de almofada bordada, ipê | 92 | Bordado livre: nenhum ipê sai igual.`,
  },
  {
    key: 'hammocks',
    name: 'Redes',
    prefix: 'RE',
    maker: 'tear-da-serra',
    lines: `
Rede de casal com varanda de crochê | 329 | Varanda feita em Jaguaruana, agulha três.
Rede cadeira para terraço | 198 | Madeira de teca, suporta 120 kg.
Rede solteiro, listras coloridas | 189 | Algodão que não desbota no primeiro verão.
Rede infantil com barra de madeira | 124 | Para crianças até 40 kg.
Rede de praia em náilon leve | 98 | Seca em uma hora, cabe na mochila.
Cadeira suspensa com almofada | 356 | Almofada de capa lavável inclusa.
Rede camping com mosquiteiro | 176 | Mosquiteiro costurado com zíper duplo.
Rede casal em algodão cru | 279 | Crua, para tingir como quiser.
Rede cadeira infantil | 142 | Com cinto de segurança de algodão.
Rede trançada à mão, punho duplo | 412 | Quinze dias de trabalho de uma pessoa.`,
  },
  {
    key: 'wood',
    name: 'Madeira',
    prefix: 'MD',
    maker: 'seu-osmar',
    lines: `
Par de colheres em jatobá | 46 | Não riscam panela e não soltam gosto.
Gamela de canela 35 cm | 168 | Escavada em peça única de madeira caída.
Banco três pés | 320 | Encaixe sem prego, cera de carnaúba.
Tábua de corte em teca | 94 | Furo para pendurar e canaleta para o caldo.
Jogo de quatro colheres de pau | 62 | Uma para cada panela da casa.
Gamela baixa para frutas | 142 | Acabamento em óleo mineral próprio para alimento.
Banquinho infantil | 186 | Cantos arredondados na mão.
Tábua para pão com facas de entalhe | 118 | Migalhas caem na gaveta.
Pegador de salada em ipê | 38 | Duas mãos pequenas que se entendem.
Tábua de frios redonda, 40 cm | 132 | Serve a mesa inteira de uma vez.`,
  },
  {
    key: 'leather',
    name: 'Couro',
    prefix: 'CR',
    maker: 'selaria-aroeira',
    axes: { Cor: ['Mel', 'Café'] },
    lines: `
Bolsa tote em couro de cabra | 389 | Curtido vegetal, forro de algodão listrado.
Mochila urbana de couro | 520 | Compartimento para notebook de 15 polegadas.
Carteira com porta-moedas | 129 | Costura selada com cera de abelha.
Bolsa carteiro | 412 | Fecho de latão fundido no ateliê.
Tote pequena com zíper | 298 | Para o celular, a carteira e um livro.
Porta-documentos fino | 98 | Leva passaporte e três cartões.
Bolsa transversal de feira | 276 | Alça que se ajusta sem fivela.
Mochila saco em couro e lona | 365 | Lona encerada que aguenta garoa.
Carteira masculina clássica | 142 | Oito cartões e nenhuma sobra.
Bolsa baú pequena | 334 | Fica de pé na mesa.`,
  },
  {
    key: 'jewelry',
    name: 'Biojoias',
    prefix: 'BJ',
    maker: 'capim-de-ouro',
    lines: `
Brinco de capim dourado | 42 | Capim do Jalapão, colhido só depois de setembro.
Colar de sementes de açaí | 58 | Sementes tingidas com urucum.
Mandala de capim dourado | 96 | Para a parede ou para a mesa.
Pulseiras de jarina, trio | 48 | O marfim da floresta, sem nenhum elefante.
Brinco leque de buriti | 36 | Leve: pesa três gramas o par.
Colar longo de madeira e latão | 84 | Fecho de latão sem níquel.
Bracelete de capim dourado | 64 | Alma de metal coberta ponto a ponto.
Colar de cerâmica fria | 72 | Contas modeladas e pintadas à mão.
Brinco gota de jarina | 38 | Fio de aço cirúrgico.
Porta-joias de capim dourado | 118 | Com tampa que fecha por atrito.`,
  },
  {
    key: 'candles',
    name: 'Velas e aromas',
    prefix: 'VE',
    maker: 'capim-de-ouro',
    lines: `
Vela de cera de abelha | 28 | Queima doze horas sem fumaça.
Vela no vidro, capim-limão | 46 | Cera de coco e pavio de algodão.
Difusor de varetas, flor de laranjeira | 68 | Sessenta dias de perfume discreto.
Vela em pote de barro, canela | 52 | O pote fica para um cacto depois.
Trio de velas cilíndricas | 58 | Três alturas para o centro da mesa.
Vela no vidro, café torrado | 48 | Para a cozinha cheirar a visita.
Difusor de varetas, mata molhada | 72 | Vetiver, cedro e terra.
Vela em pote de barro, baunilha | 52 | Baunilha do cerrado de verdade.
Vela no vidro, lavanda da serra | 46 | Destilada em Cunha, no inverno.
Refil para difusor 250 ml | 39 | Serve nos dois perfumes.`,
  },
  {
    key: 'cosmetics',
    name: 'Sabonetes',
    prefix: 'SB',
    maker: 'saboaria-cunha',
    lines: `
Sabonete de argila rosa | 18 | Para pele sensível. Barra de 100 g.
Sabonete líquido de alecrim 250 ml | 34 | Frasco de vidro que volta para encher.
Bálsamo de cupuaçu para os lábios | 22 | Manteiga de cupuaçu e cera de abelha.
Óleo corporal de maracujá | 48 | Prensado a frio; absorve em um minuto.
Sabonete de carvão e melaleuca | 19 | Para o banho depois do trabalho.
Hidratante de castanha-do-pará 200 ml | 42 | De cooperativa do Acre.
Pomada de calêndula | 26 | Para joelho ralado e mão de jardineiro.
Sérum de rosa mosqueta | 64 | Três gotas à noite.
Sabonete de aveia e mel | 18 | O preferido das avós.
Espuma de barbear de babaçu | 38 | Rende três meses.`,
  },
  {
    key: 'stationery',
    name: 'Papelaria',
    prefix: 'PP',
    maker: 'saboaria-cunha',
    lines: `
Caderno costurado, capa de chita | 39 | 160 páginas de papel reciclado, costura japonesa.
Trio de cadernetas de bolso | 42 | Uma lisa, uma pautada, uma quadriculada.
Cartões de xilogravura, 6 unidades | 36 | Gravados em umburana por J. Borges Filho.
Bloco de papel artesanal A5 | 28 | Com flocos de bananeira.
Caderno de receitas | 58 | Divisórias e bolso para recortes.
Agenda permanente | 64 | Sem ano: comece quando quiser.
Cadernetas de costura aparente, par | 34 | Abrem totalmente planas.
Papel de presente, 5 folhas | 32 | Estampas de folha impressas à mão.
Cartões de agradecimento, 10 unidades | 29 | Com envelopes de papel pardo.
Sketchbook capa dura | 72 | Papel 180 g que aguenta aquarela.`,
  },
  {
    key: 'toys',
    name: 'Brinquedos',
    prefix: 'BR',
    maker: 'seu-osmar',
    lines: `
Carrinho de madeira | 48 | Rodas que giram de verdade, tinta à base de água.
Tatu de montar | 64 | Sete peças, nenhum parafuso.
Boneca de pano Rosinha | 78 | Vestido que sai e lava.
Argolas de encaixe | 56 | Cinco argolas, cinco cores.
Blocos de construir, 30 peças | 92 | Sobras da marcenaria lixadas por três dias.
Caminhão baú | 74 | A porta de trás abre.
Boneca de pano Zeca | 78 | Bolsos para guardar segredos.
Blocos com letras | 84 | O alfabeto e mais quatro acentos.
Bichinho de puxar, tatu-bola | 69 | Balança enquanto anda.
Torre de argolas arco-íris | 62 | Cada argola cabe na outra.`,
  },
  {
    key: 'food',
    name: 'Delícias',
    prefix: 'DL',
    maker: 'doces-da-bica',
    lines: `
Geleia de jabuticaba 240 g | 26 | Fruta, açúcar e paciência.
Mel silvestre 500 g | 38 | Florada de assa-peixe.
Café em grãos, torra média 500 g | 44 | Mogiana, 86 pontos, colheita deste ano.
Molho de pimenta biquinho | 22 | Arde pouco e perfuma muito.
Geleia de pimenta com abacaxi | 28 | Para o queijo da tarde.
Mel com favo 300 g | 52 | O favo vai inteiro no pote.
Café moído para coador 250 g | 26 | Moagem média, torrado na semana do envio.
Chutney de manga | 29 | Cozido em tacho de cobre.
Doce de leite com coco | 32 | Quatro horas de colher de pau.
Molho de tomate da roça | 24 | Só tomate, azeite, manjericão e sal.`,
  },
]
export const COMMENTS = [
  'Embrulhar para presente, por favor.',
  'Entregar pela porta dos fundos.',
  'Se faltar algum, mandar outro parecido.',
  'Preciso até sexta.',
  '',
  '',
  '',
]
