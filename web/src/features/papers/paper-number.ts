import { readPaperCode } from '@ulna/contract/papers/papers'

/** What a paper of ours is about is nowhere in it to be guessed from; its number stands where programs find it. */
const mark = /ulna:([0-9A-Za-z-]{13,30})/

/** The number that a PDF says it has; null for any other file. */
export const numberInPaper = (bytes: ArrayBuffer): string | null => {
  const [, code] = mark.exec(new TextDecoder('latin1').decode(bytes)) ?? []
  return code !== undefined && readPaperCode(code) !== null ? code : null
}
