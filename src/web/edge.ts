// The colour at the edge of a picture, for the ground around it. White on an error or
// an empty address (specification §4).
const WHITE = '#ffffff'
const SIZE = 16
const known = new Map<string, Promise<string>>()

/** "#rrggbb" of a picture's rim, averaged; a rim that is mostly transparent counts as white. */
export function edgeColour(address: string): Promise<string> {
  if (!address) return Promise.resolve(WHITE)
  let colour = known.get(address)
  if (!colour) known.set(address, (colour = sample(address).catch(() => WHITE)))
  return colour
}
async function sample(address: string): Promise<string> {
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIZE
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) return WHITE
  pen.drawImage(image, 0, 0, SIZE, SIZE)
  const { data } = pen.getImageData(0, 0, SIZE, SIZE)
  const sum = [0, 0, 0]
  let solid = 0
  let all = 0
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) {
      if (x > 0 && y > 0 && x < SIZE - 1 && y < SIZE - 1) continue
      const at = (y * SIZE + x) * 4
      all++
      if ((data[at + 3] ?? 0) < 200) continue
      solid++
      for (const i of [0, 1, 2]) sum[i] = (sum[i] ?? 0) + (data[at + i] ?? 0)
    }
  if (solid < all / 2) return WHITE
  return `#${sum
    .map((v) =>
      Math.round(v / solid)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
