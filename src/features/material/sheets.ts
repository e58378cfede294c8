// Sheets of labels as they are sold in Brazil, in millimetres: how many stand side by side and below each other, how large
// one is, where the first begins and how far it is to the next. Within a family the numbers differ by how many
// sheets a box holds and by the paper (60…, 61…, 62…; A42…, A43…).
export interface Sheet {
  model: string
  /** Other numbers of the same sheet. */
  also: string[]
  page: 'carta' | 'a4'
  columns: number
  rows: number
  w: number
  h: number
  left: number
  top: number
  /** From one label's left edge to the next one's; down, they touch. */
  step: number
}
const LETTER = [215.9, 279.4] as const
const A4_MM = [210, 297] as const
export const pageOf = (s: Pick<Sheet, 'page'>) => (s.page === 'carta' ? LETTER : A4_MM)
/** Labels stand in the middle of the sheet; `step` is given where there is room between columns. */
function sheet(
  model: string,
  also: string[],
  page: Sheet['page'],
  columns: number,
  rows: number,
  w: number,
  h: number,
  step = w,
): Sheet {
  const [wide, tall] = pageOf({ page })
  const left = (wide - (columns - 1) * step - w) / 2
  return { model, also, page, columns, rows, w, h, left, top: (tall - rows * h) / 2, step }
}
export const SHEETS: readonly Sheet[] = [
  sheet('6180', ['6080', '6280'], 'carta', 3, 10, 66.7, 25.4, 69.85),
  sheet('6181', ['6081', '6281'], 'carta', 2, 10, 101.6, 25.4, 106.36),
  sheet('6182', ['6082', '6282'], 'carta', 2, 7, 101.6, 33.9, 106.36),
  sheet('6183', ['6083', '6283'], 'carta', 2, 5, 101.6, 50.8, 106.36),
  sheet('6184', ['6084', '6284'], 'carta', 2, 3, 101.6, 84.7, 106.36),
  sheet('6187', ['6087', '6287'], 'carta', 4, 20, 44.45, 12.7, 52.39),
  sheet('A4351', ['A4251'], 'a4', 5, 13, 38.2, 21.2, 40.6),
  sheet('A4356', ['A4256'], 'a4', 3, 11, 63.5, 25.4, 66.04),
  sheet('A4360', ['A4260'], 'a4', 3, 7, 63.5, 38.1, 66.04),
  sheet('A4362', ['A4262'], 'a4', 2, 8, 99.1, 33.9, 101.6),
  sheet('A4363', ['A4263'], 'a4', 2, 7, 99.1, 38.1, 101.6),
]
export const MODELS = SHEETS.map((s) => s.model) as [string, ...string[]]
export const sheetOf = (model: string) => SHEETS.find((s) => s.model === model) ?? (SHEETS[0] as Sheet)
export const perSheet = (s: Sheet) => s.columns * s.rows
