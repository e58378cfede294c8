// The sample sets that a new company may begin with, their pictures beside the server (server/pictures).
export interface Sample {
  name: string
  code: string
  /** Reais. */
  price: number
  category: string
  text: string
}
export type SampleKind = 'artesanato' | 'moda' | 'alimentos' | 'cosmeticos'
const of = (category: string, prefix: string, lines: string): Sample[] =>
  lines
    .trim()
    .split('\n')
    .map((line, i) => {
      const [name = '', price = '0', text = ''] = line.split('|').map((x) => x.trim())
      return { name, price: Number(price), text, category, code: `${prefix}-${String(i + 1).padStart(2, '0')}` }
    })
export const SAMPLES: Record<SampleKind, { name: string; items: Sample[] }> = {
  artesanato: {
    name: 'Artesanato e casa',
    items: [
      ...of(
        'Cerâmica',
        'EX-CE',
        `Vaso de cerâmica queimada | 89 | Torneado à mão, queimado em forno a lenha.
Caneca de barro 300 ml | 38 | Alça larga, vai ao micro-ondas.
Tigela funda para sopa | 54 | Esmalte sem chumbo.`,
      ),
      ...of(
        'Cestaria',
        'EX-CS',
        `Cesto de palha com alça | 124 | Trançado firme, alça reforçada.
Bandeja de cipó | 98 | Borda alta, para o café da manhã.
Sacola de feira | 86 | Aguenta dez quilos.`,
      ),
    ],
  },
  moda: {
    name: 'Moda e acessórios',
    items: [
      ...of(
        'Roupas',
        'EX-MO',
        `Camisa de algodão | 119 | Algodão leve, corte solto.
Vestido leve | 189 | Para o calor, com bolsos.
Quimono estampado | 149 | Estampa exclusiva.`,
      ),
      ...of(
        'Couro',
        'EX-CO',
        `Bolsa de couro | 289 | Couro de curtume vegetal.
Carteira fina | 98 | Seis cartões e notas.
Mochila de couro | 412 | Cabe um computador.`,
      ),
    ],
  },
  alimentos: {
    name: 'Alimentos e bebidas',
    items: of(
      'Mercearia',
      'EX-AL',
      `Café torrado 250 g | 32 | Torra média, grão ou moído.
Geleia de frutas | 24 | Fruta e açúcar, mais nada.
Mel silvestre 500 g | 38 | Colhido na florada.
Molho de pimenta | 22 | Arde pouco, dura muito.
Café em grão 1 kg | 98 | Para quem mói em casa.
Doce de leite | 19 | Feito no tacho.`,
    ),
  },
  cosmeticos: {
    name: 'Cosméticos e velas',
    items: [
      ...of(
        'Cosméticos',
        'EX-CM',
        `Sabonete natural | 18 | Óleos vegetais, sem corante.
Bálsamo para as mãos | 34 | Absorve rápido.
Óleo corporal | 52 | Amêndoas e lavanda.`,
      ),
      ...of(
        'Velas',
        'EX-VE',
        `Vela em pote | 48 | Cera de soja, 30 horas.
Velas pilar | 36 | Queima lisa, sem cheiro.
Difusor de aromas | 64 | Dura dois meses.`,
      ),
    ],
  },
}
