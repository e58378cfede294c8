// A photo from a phone as it is sent where it is only looked at: as wide as it is ever shown, upright, a JPEG that every
// browser can write.
const WIDEST = 1600
const QUALITY = 0.82

/** null: this browser cannot read it as a picture. */
export async function shrink(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const scale = Math.min(1, WIDEST / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) return null
  // What is transparent is white, as on the page.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((give) => canvas.toBlob(give, 'image/jpeg', QUALITY))
}
