// What is used of fontkit, which brings no types.
declare module 'fontkit' {
  export interface Run {
    advanceWidth: number
    glyphs: { path: { toSVG(): string } }[]
    positions: { xAdvance: number; xOffset: number }[]
  }
  export interface Font {
    unitsPerEm: number
    ascent: number
    descent: number
    layout(text: string): Run
  }
  export function create(bytes: Uint8Array): Font
}
