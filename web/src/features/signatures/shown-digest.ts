import type { DocumentToSign } from '@ulna/contract/signatures/signatures'
import { canonicalJson } from '@ulna/contract/signatures/signatures.seal'

const hexadecimal = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The digest of the document on show, counted here. Browsers count on HTTPS and localhost only; elsewhere the digest that
 * came with the document stands for it.
 */
export const shownDigest = async ({ document, contentHash }: DocumentToSign): Promise<string> => {
  // Absent on plain HTTP, whatever the types say.
  const { subtle }: { subtle?: SubtleCrypto } = globalThis.crypto
  if (subtle === undefined) return contentHash
  const content = new TextEncoder().encode(canonicalJson(document))
  return hexadecimal(await subtle.digest('SHA-256', content))
}
