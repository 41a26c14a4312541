/** Hands bytes to the browser as a file to keep. */
export const saveBlob = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has its own hold on the bytes by the next turn.
  setTimeout(() => URL.revokeObjectURL(url))
}
