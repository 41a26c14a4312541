/** A picture as the contract takes it. */
export interface Picture {
  /** Base64 data URL. */
  data: string
  fileName: string
  contentType: string
}

/** Largest picture taken, bytes: as a data URL it stays below the contract's 14,000,000 characters. */
const largestPicture = 10_000_000
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

const isPictureType = (type: string) => pictureTypes.some((one) => one === type)

/** Reads a chosen file as a base64 data URL; null when it is no picture the server takes. */
export const readPicture = (file: File): Promise<Picture | null> => {
  if (!isPictureType(file.type) || file.size > largestPicture) return Promise.resolve(null)
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onerror = () => resolve(null)
    reader.onload = () => {
      const { result } = reader
      resolve(
        typeof result === 'string' ? { data: result, fileName: file.name, contentType: file.type } : null,
      )
    }
    reader.readAsDataURL(file)
  })
}
