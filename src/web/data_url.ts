// A file as text, as it waits on this device and is taken away in a file.
export const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error as DOMException)
    reader.readAsDataURL(blob)
  })
export function fromDataUrl(url: string, name: string): File {
  const [head = '', body = ''] = url.split(',', 2)
  const type = /^data:([\w/+.-]+)/.exec(head)?.[1] ?? 'application/octet-stream'
  return new File([Uint8Array.from(atob(body), (c) => c.charCodeAt(0))], name, { type })
}
