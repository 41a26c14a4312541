/** The tag without the mark of a weak one: comparing for If-None-Match makes no difference (RFC 9110 §13.1.2). */
const opaque = (tag: string): string => tag.replace(/^W\//, '')

/** Whether the caller has what would be sent: `If-None-Match` names it, or anything at all. */
export const isUnchanged = (ifNoneMatch: string | undefined, etag: string | undefined): boolean => {
  if (ifNoneMatch === undefined || etag === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []
  return tags.some((tag) => opaque(tag) === opaque(etag))
}
