/** Widths in which every picture is kept, and the JPEG that a chat shows of a link. */
export type Width = 160 | 400 | 800 | 1600
/** "/files/abc.webp" in another size; '' stays ''. */
export const pictureAt = (path: string, size: Width | 'share') =>
  path.replace(/\.webp$/, size === 'share' ? '-share.jpg' : `-${size}.webp`)
