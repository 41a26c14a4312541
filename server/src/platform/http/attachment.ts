const forHeader = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** `attachment`, with the name as it is for readers of RFC 5987 and without what is not ASCII for the others (RFC 6266). */
export const attachment = (name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%;]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${forHeader(name.toWellFormed())}`
}
