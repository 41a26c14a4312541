export const isDicom: (bytes: Buffer) => boolean
