// Apart from the rest, so that nothing of it is loaded for other pictures.

const signAt = 128

/** Whatever stands before it: the preamble is anybody's, and that of a TIFF makes a file both (DICOM PS3.10 §7.1). */
export const isDicom = (bytes: Buffer): boolean => bytes.toString('latin1', signAt, signAt + 4) === 'DICM'
