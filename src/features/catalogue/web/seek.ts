import { finding } from '#features/products/web/index.ts'

let leaving: ReturnType<typeof setTimeout>
/** A tap on what was found takes the field's focus: what makes room comes back once the tap has fallen. */
export function seek(here: boolean): void {
  clearTimeout(leaving)
  if (here) {
    finding.set(true)
    scrollTo(0, 0)
  } else leaving = setTimeout(() => finding.set(false), 400)
}
