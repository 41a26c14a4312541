// Which pictures of a DICOM file the codecs unpack (codecs.ts).

const syntax = (...ends: readonly string[]): readonly string[] =>
  ends.map((end) => `1.2.840.10008.1.2.${end}`)

/** Which function unpacks which transfer syntaxes (DICOM PS3.6, table A-1). */
const decoders = {
  DecodeRle: syntax('5'),
  DecodeJpeg: syntax('4.50', '4.51', '4.53', '4.55', '4.57', '4.70'),
  DecodeJpegLs: syntax('4.80', '4.81'),
  DecodeJpeg2000: syntax('4.90', '4.91'),
  DecodeJpegXl: syntax('4.110', '4.111', '4.112'),
  DecodeHtJpeg2000: syntax('4.201', '4.202', '4.203'),
} as const

export type Decoder = keyof typeof decoders

const isDecoder = (name: string): name is Decoder => Object.hasOwn(decoders, name)

/** The name of the function that unpacks a transfer syntax; undefined where none does. */
export const decoderOf = (written: string): Decoder | undefined =>
  Object.keys(decoders)
    .filter(isDecoder)
    .find((name) => decoders[name].includes(written))
