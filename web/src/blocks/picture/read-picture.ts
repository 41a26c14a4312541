/** A picture as the contract takes it. */
export interface Picture {
  /** Base64 data URL. */
  data: string
  fileName: string
  contentType: string
}

/** Largest picture that is opened, bytes. */
const largestPicture = 10_000_000
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Longest edge that is sent, in pixels: of a profile picture the server keeps as much, of a logo less. */
const longestEdge = 1024
/** Bytes up to which a picture that is no longer than that goes as it is. */
const smallPicture = 500_000

const isPictureType = (type: string) => pictureTypes.some((one) => one === type)

const asDataUrl = (blob: Blob): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onerror = () => resolve(null)
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null)
    reader.readAsDataURL(blob)
  })

const draw = (bitmap: ImageBitmap, scale: number): HTMLCanvasElement => {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context) {
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  }
  return canvas
}

/**
 * The picture as it is sent: a photo of a telephone is a hundred times what is kept of it, and must not be what a request
 * carries. What may be transparent stays so; a browser that cannot write WebP writes PNG.
 */
const small = async (file: File): Promise<Blob | null> => {
  const bitmap = await createImageBitmap(file)
  try {
    const scale = Math.min(1, longestEdge / Math.max(bitmap.width, bitmap.height))
    if (scale === 1 && file.size <= smallPicture) return file
    const canvas = draw(bitmap, scale)
    const type = file.type === 'image/jpeg' ? file.type : 'image/webp'
    return await new Promise((resolve) => canvas.toBlob(resolve, type, 0.9))
  } finally {
    bitmap.close()
  }
}

/** Makes a chosen file small and reads it as a base64 data URL; null when it is no picture the server takes. */
export const readPicture = async (file: File): Promise<Picture | null> => {
  if (!isPictureType(file.type) || file.size > largestPicture) return null
  // What the browser cannot open, the server could not either.
  const picture = await small(file).catch(() => null)
  const data = picture && (await asDataUrl(picture))
  return data ? { data, fileName: file.name, contentType: picture?.type ?? file.type } : null
}
