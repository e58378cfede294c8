// The demo's catalogue: Ateliê Jequitibá, 12 categories, 120 handmade products. A line is
// name | form of the drawing | price in reais | what it is.
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
Vaso Jatobá em cerâmica queimada | vase | 89 | Torneado à mão e queimado em forno a lenha. Cada peça guarda a marca do fogo.
Caneca de barro 300 ml, esmalte mel | mug | 38 | Alça larga, boa de segurar. Vai ao micro-ondas.
Tigela funda para sopa, verde folha | bowl | 54 | Esmalte sem chumbo, para servir quente.
Moringa com copo, 1,2 litro | jug | 96 | A água fica fresca o dia todo, sem geladeira.
Garrafa de barro para azeite | bottle | 72 | Protege da luz; rolha de cortiça natural.
Vaso Moringa alto, linhas brancas | vase | 132 | Faixas de engobe feitas com pena de galinha.
Caneca esmaltada 200 ml, azul do rio | mug | 32 | A irmã menor da nossa caneca mais vendida.
Saladeira grande em terracota | bowl | 148 | Serve oito pessoas. Polida com pedra de rio.
Jarra de suco, esmalte jade | jug | 118 | Bico que não pinga, testado copo a copo.
Garrafa solitário para uma flor | bottle | 46 | Para a mesa do restaurante ou a janela da cozinha.`,
  },
  {
    key: 'basketry',
    name: 'Cestaria',
    prefix: 'CS',
    maker: 'povo-do-cipo',
    lines: `
Cesto de palha de milho com alça | basket | 124 | Trançado em palha de milho crioulo, alça reforçada.
Cesto roupeiro com tampa | hamper | 289 | Taboa trançada em armação de madeira de reflorestamento.
Bandeja de cipó para café da manhã | tray | 98 | Cipó titica descascado, borda alta.
Sacola de feira em palha de buriti | market | 86 | Aguenta dez quilos de fruta.
Cesto redondo de cipó | basket | 78 | Para pães, lãs ou brinquedos.
Balaio grande para revistas | hamper | 176 | Fica de pé sozinho, com ou sem peso.
Bandeja oval de vime | tray | 112 | Vime gaúcho, sem verniz.
Cesta de piquenique com forro | basket | 210 | Forro de algodão cru que sai para lavar.
Sacola de praia em palha e algodão | market | 132 | Alças de algodão que não marcam o ombro.
Cesto organizador baixo | tray | 64 | Cabe na prateleira de 30 cm.`,
  },
  {
    key: 'weaving',
    name: 'Tecelagem',
    prefix: 'TE',
    maker: 'tear-da-serra',
    axes: { Cor: ['Cru', 'Índigo', 'Terracota'] },
    lines: `
Manta de tear, algodão cru e rosa | throwStack | 189 | Tear manual, algodão de Resende Costa. 1,40 × 1,80 m.
Capa de almofada, losangos | cushion | 74 | 45 × 45 cm, zíper invisível.
Tapete de retalhos 60 × 90 | rug | 118 | Sobras de malharia que viram chão macio.
Painel de parede em macramê | hangingThrow | 165 | Nós feitos um a um em corda de algodão.
Manta de sofá, listras de rio | throwStack | 215 | Fios tingidos com anil e casca de romã.
Capa de almofada lisa com franja | cushion | 68 | Franja torcida à mão nos quatro lados.
Passadeira de tear 60 × 180 | rug | 198 | Dupla face; quando cansar de um lado, vire.
Manta de bebê em algodão orgânico | throwStack | 142 | Sem tingimento, lavada três vezes.
Painel sol em lã de carneiro | hangingThrow | 248 | Lã da serra catarinense, cardada em casa.
Capa de almofada bordada, ipê | cushion | 92 | Bordado livre: nenhum ipê sai igual.`,
  },
  {
    key: 'hammocks',
    name: 'Redes',
    prefix: 'RE',
    maker: 'tear-da-serra',
    lines: `
Rede de casal com varanda de crochê | hammock | 329 | Varanda feita em Jaguaruana, agulha três.
Rede cadeira para terraço | chair | 198 | Madeira de teca, suporta 120 kg.
Rede solteiro, listras coloridas | hammock | 189 | Algodão que não desbota no primeiro verão.
Rede infantil com barra de madeira | hammock | 124 | Para crianças até 40 kg.
Rede de praia em náilon leve | hammock | 98 | Seca em uma hora, cabe na mochila.
Cadeira suspensa com almofada | chair | 356 | Almofada de capa lavável inclusa.
Rede camping com mosquiteiro | hammock | 176 | Mosquiteiro costurado com zíper duplo.
Rede casal em algodão cru | hammock | 279 | Crua, para tingir como quiser.
Rede cadeira infantil | chair | 142 | Com cinto de segurança de algodão.
Rede trançada à mão, punho duplo | hammock | 412 | Quinze dias de trabalho de uma pessoa.`,
  },
  {
    key: 'wood',
    name: 'Madeira',
    prefix: 'MD',
    maker: 'seu-osmar',
    lines: `
Par de colheres em jatobá | spoons | 46 | Não riscam panela e não soltam gosto.
Gamela de canela 35 cm | gamela | 168 | Escavada em peça única de madeira caída.
Banco três pés | stool | 320 | Encaixe sem prego, cera de carnaúba.
Tábua de corte em teca | board | 94 | Furo para pendurar e canaleta para o caldo.
Jogo de quatro colheres de pau | spoons | 62 | Uma para cada panela da casa.
Gamela baixa para frutas | gamela | 142 | Acabamento em óleo mineral próprio para alimento.
Banquinho infantil | stool | 186 | Cantos arredondados na mão.
Tábua para pão com facas de entalhe | board | 118 | Migalhas caem na gaveta.
Pegador de salada em ipê | spoons | 38 | Duas mãos pequenas que se entendem.
Tábua de frios redonda, 40 cm | board | 132 | Serve a mesa inteira de uma vez.`,
  },
  {
    key: 'leather',
    name: 'Couro',
    prefix: 'CR',
    maker: 'selaria-aroeira',
    axes: { Cor: ['Mel', 'Café'] },
    lines: `
Bolsa tote em couro de cabra | tote | 389 | Curtido vegetal, forro de algodão listrado.
Mochila urbana de couro | backpack | 520 | Compartimento para notebook de 15 polegadas.
Carteira com porta-moedas | wallet | 129 | Costura selada com cera de abelha.
Bolsa carteiro | satchel | 412 | Fecho de latão fundido no ateliê.
Tote pequena com zíper | tote | 298 | Para o celular, a carteira e um livro.
Porta-documentos fino | wallet | 98 | Leva passaporte e três cartões.
Bolsa transversal de feira | satchel | 276 | Alça que se ajusta sem fivela.
Mochila saco em couro e lona | backpack | 365 | Lona encerada que aguenta garoa.
Carteira masculina clássica | wallet | 142 | Oito cartões e nenhuma sobra.
Bolsa baú pequena | satchel | 334 | Fica de pé na mesa.`,
  },
  {
    key: 'jewelry',
    name: 'Biojoias',
    prefix: 'BJ',
    maker: 'capim-de-ouro',
    lines: `
Brinco de capim dourado | earrings | 42 | Capim do Jalapão, colhido só depois de setembro.
Colar de sementes de açaí | necklace | 58 | Sementes tingidas com urucum.
Mandala de capim dourado | goldenGrass | 96 | Para a parede ou para a mesa.
Pulseiras de jarina, trio | bracelets | 48 | O marfim da floresta, sem nenhum elefante.
Brinco leque de buriti | earrings | 36 | Leve: pesa três gramas o par.
Colar longo de madeira e latão | necklace | 84 | Fecho de latão sem níquel.
Bracelete de capim dourado | bracelets | 64 | Alma de metal coberta ponto a ponto.
Colar de cerâmica fria | necklace | 72 | Contas modeladas e pintadas à mão.
Brinco gota de jarina | earrings | 38 | Fio de aço cirúrgico.
Porta-joias de capim dourado | goldenGrass | 118 | Com tampa que fecha por atrito.`,
  },
  {
    key: 'candles',
    name: 'Velas e aromas',
    prefix: 'VE',
    maker: 'capim-de-ouro',
    lines: `
Vela de cera de abelha | pillars | 28 | Queima doze horas sem fumaça.
Vela no vidro, capim-limão | glassCandle | 46 | Cera de coco e pavio de algodão.
Difusor de varetas, flor de laranjeira | diffuser | 68 | Sessenta dias de perfume discreto.
Vela em pote de barro, canela | clayCandle | 52 | O pote fica para um cacto depois.
Trio de velas cilíndricas | pillars | 58 | Três alturas para o centro da mesa.
Vela no vidro, café torrado | glassCandle | 48 | Para a cozinha cheirar a visita.
Difusor de varetas, mata molhada | diffuser | 72 | Vetiver, cedro e terra.
Vela em pote de barro, baunilha | clayCandle | 52 | Baunilha do cerrado de verdade.
Vela no vidro, lavanda da serra | glassCandle | 46 | Destilada em Cunha, no inverno.
Refil para difusor 250 ml | diffuser | 39 | Serve nos dois perfumes.`,
  },
  {
    key: 'cosmetics',
    name: 'Sabonetes',
    prefix: 'SB',
    maker: 'saboaria-cunha',
    lines: `
Sabonete de argila rosa | soaps | 18 | Para pele sensível. Barra de 100 g.
Sabonete líquido de alecrim 250 ml | pump | 34 | Frasco de vidro que volta para encher.
Bálsamo de cupuaçu para os lábios | balm | 22 | Manteiga de cupuaçu e cera de abelha.
Óleo corporal de maracujá | dropper | 48 | Prensado a frio; absorve em um minuto.
Sabonete de carvão e melaleuca | soaps | 19 | Para o banho depois do trabalho.
Hidratante de castanha-do-pará 200 ml | pump | 42 | De cooperativa do Acre.
Pomada de calêndula | balm | 26 | Para joelho ralado e mão de jardineiro.
Sérum de rosa mosqueta | dropper | 64 | Três gotas à noite.
Sabonete de aveia e mel | soaps | 18 | O preferido das avós.
Espuma de barbear de babaçu | pump | 38 | Rende três meses.`,
  },
  {
    key: 'stationery',
    name: 'Papelaria',
    prefix: 'PP',
    maker: 'saboaria-cunha',
    lines: `
Caderno costurado, capa de chita | notebook | 39 | 160 páginas de papel reciclado, costura japonesa.
Trio de cadernetas de bolso | notebooks | 42 | Uma lisa, uma pautada, uma quadriculada.
Cartões de xilogravura, 6 unidades | cards | 36 | Gravados em umburana por J. Borges Filho.
Bloco de papel artesanal A5 | stack | 28 | Com flocos de bananeira.
Caderno de receitas | notebook | 58 | Divisórias e bolso para recortes.
Agenda permanente | notebook | 64 | Sem ano: comece quando quiser.
Cadernetas de costura aparente, par | notebooks | 34 | Abrem totalmente planas.
Papel de presente, 5 folhas | stack | 32 | Estampas de folha impressas à mão.
Cartões de agradecimento, 10 unidades | cards | 29 | Com envelopes de papel pardo.
Sketchbook capa dura | notebook | 72 | Papel 180 g que aguenta aquarela.`,
  },
  {
    key: 'toys',
    name: 'Brinquedos',
    prefix: 'BR',
    maker: 'seu-osmar',
    lines: `
Carrinho de madeira | car | 48 | Rodas que giram de verdade, tinta à base de água.
Tatu de montar | armadillo | 64 | Sete peças, nenhum parafuso.
Boneca de pano Rosinha | doll | 78 | Vestido que sai e lava.
Argolas de encaixe | rings | 56 | Cinco argolas, cinco cores.
Blocos de construir, 30 peças | blocks | 92 | Sobras da marcenaria lixadas por três dias.
Caminhão baú | car | 74 | A porta de trás abre.
Boneca de pano Zeca | doll | 78 | Bolsos para guardar segredos.
Blocos com letras | blocks | 84 | O alfabeto e mais quatro acentos.
Bichinho de puxar, tatu-bola | armadillo | 69 | Balança enquanto anda.
Torre de argolas arco-íris | rings | 62 | Cada argola cabe na outra.`,
  },
  {
    key: 'food',
    name: 'Delícias',
    prefix: 'DL',
    maker: 'doces-da-bica',
    lines: `
Geleia de jabuticaba 240 g | jam | 26 | Fruta, açúcar e paciência.
Mel silvestre 500 g | honey | 38 | Florada de assa-peixe.
Café em grãos, torra média 500 g | coffee | 44 | Mogiana, 86 pontos, colheita deste ano.
Molho de pimenta biquinho | sauce | 22 | Arde pouco e perfuma muito.
Geleia de pimenta com abacaxi | jam | 28 | Para o queijo da tarde.
Mel com favo 300 g | honey | 52 | O favo vai inteiro no pote.
Café moído para coador 250 g | coffee | 26 | Moagem média, torrado na semana do envio.
Chutney de manga | sauce | 29 | Cozido em tacho de cobre.
Doce de leite com coco | jam | 32 | Quatro horas de colher de pau.
Molho de tomate da roça | sauce | 24 | Só tomate, azeite, manjericão e sal.`,
  },
]
export const COMMENTS = ['Embrulhar para presente, por favor.', 'Entregar pela porta dos fundos.', 'Se faltar algum, mandar outro parecido.', 'Preciso até sexta.', '', '', '']
