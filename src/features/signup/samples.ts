// The sample sets that a new company may begin with; `form` is the drawing of its picture (scripts/demo/pictures/samples.ts).
export interface Sample {
  name: string
  code: string
  /** Reais. */
  price: number
  category: string
  form: string
  text: string
}
export type SampleKind = 'artesanato' | 'moda' | 'alimentos' | 'cosmeticos'
const of = (category: string, key: string, prefix: string, lines: string): (Sample & { key: string })[] =>
  lines
    .trim()
    .split('\n')
    .map((line, i) => {
      const [name = '', form = '', price = '0', text = ''] = line.split('|').map((x) => x.trim())
      return { name, form, price: Number(price), text, category, key, code: `${prefix}-${String(i + 1).padStart(2, '0')}` }
    })
export const SAMPLES: Record<SampleKind, { name: string; items: (Sample & { key: string })[] }> = {
  artesanato: {
    name: 'Artesanato e casa',
    items: [
      ...of(
        'Cerâmica',
        'ceramics',
        'EX-CE',
        `Vaso de cerâmica queimada | vase | 89 | Torneado à mão, queimado em forno a lenha.
Caneca de barro 300 ml | mug | 38 | Alça larga, vai ao micro-ondas.
Tigela funda para sopa | bowl | 54 | Esmalte sem chumbo.`,
      ),
      ...of(
        'Cestaria',
        'basketry',
        'EX-CS',
        `Cesto de palha com alça | basket | 124 | Trançado firme, alça reforçada.
Bandeja de cipó | tray | 98 | Borda alta, para o café da manhã.
Sacola de feira | market | 86 | Aguenta dez quilos.`,
      ),
    ],
  },
  moda: {
    name: 'Moda e acessórios',
    items: [
      ...of(
        'Roupas',
        'fashion',
        'EX-MO',
        `Camisa de algodão | shirt | 119 | Algodão leve, corte solto.
Vestido leve | dress | 189 | Para o calor, com bolsos.
Quimono estampado | kimono | 149 | Estampa exclusiva.`,
      ),
      ...of(
        'Couro',
        'leather',
        'EX-CO',
        `Bolsa de couro | tote | 289 | Couro de curtume vegetal.
Carteira fina | wallet | 98 | Seis cartões e notas.
Mochila de couro | backpack | 412 | Cabe um computador.`,
      ),
    ],
  },
  alimentos: {
    name: 'Alimentos e bebidas',
    items: of(
      'Mercearia',
      'food',
      'EX-AL',
      `Café torrado 250 g | coffee | 32 | Torra média, grão ou moído.
Geleia de frutas | jam | 24 | Fruta e açúcar, mais nada.
Mel silvestre 500 g | honey | 38 | Colhido na florada.
Molho de pimenta | sauce | 22 | Arde pouco, dura muito.
Café em grão 1 kg | coffee | 98 | Para quem mói em casa.
Doce de leite | jam | 19 | Feito no tacho.`,
    ),
  },
  cosmeticos: {
    name: 'Cosméticos e velas',
    items: [
      ...of(
        'Cosméticos',
        'cosmetics',
        'EX-CM',
        `Sabonete natural | soaps | 18 | Óleos vegetais, sem corante.
Bálsamo para as mãos | balm | 34 | Absorve rápido.
Óleo corporal | dropper | 52 | Amêndoas e lavanda.`,
      ),
      ...of(
        'Velas',
        'candles',
        'EX-VE',
        `Vela em pote | glassCandle | 48 | Cera de soja, 30 horas.
Velas pilar | pillars | 36 | Queima lisa, sem cheiro.
Difusor de aromas | diffuser | 64 | Dura dois meses.`,
      ),
    ],
  },
}
