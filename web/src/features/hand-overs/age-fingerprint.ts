/** Characters of the check mark of a key, in groups of four, as the server tells it to whoever has the key. */
const length = 20

/** The check mark of a public key; undefined where the browser counts none, which needs a secure context. */
export const ageFingerprint = async (recipient: string): Promise<string | undefined> => {
  // Absent on plain HTTP, whatever the types say.
  const { subtle }: { subtle?: SubtleCrypto } = globalThis.crypto
  if (subtle === undefined) return undefined
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(recipient)))
  const hexadecimal = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hexadecimal.slice(0, length).toUpperCase().match(/.{4}/g)?.join(' ')
}

/** A key as it was pasted, without the breaks that a mail made in it. */
export const plainKey = (pasted: string): string => pasted.replaceAll(/\s+/g, '')

/** What a public key of age looks like; only the server knows whether it is one. */
export const looksLikeKey = (text: string): boolean => /^age1[0-9a-z]{50,}$/.test(text)
