/** A name that any file system takes, and that still says what it was. */
export const safeFileName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, '_')
    .replace(/^[. ]+/, '_')
    .slice(-100)
