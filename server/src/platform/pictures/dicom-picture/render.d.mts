import type { Sharp } from 'sharp'

export const openDicom: (bytes: Buffer) => Promise<{
  readonly about: { readonly width: number; readonly height: number; readonly format: 'dicom' }
  readonly frames: () => readonly Buffer[]
  readonly same: () => Buffer
  readonly picture: () => Sharp
}>
