const ownOrigin = 'https://ulna.invalid'

/** What browsers drop or take for a slash. */
const misleads = (character: string): boolean =>
  character <= ' ' || character === '\\' || character === '\u007f'

/**
 * The page that follows a sign-in, when it is one of the app: path, query and fragment. Any other address would be an
 * open redirect, so what a browser would read as another place, or what is spelled in a way of its own, is none.
 */
export const nextPage = (wish: unknown): string | undefined => {
  if (typeof wish !== 'string' || !wish.startsWith('/app/') || [...wish].some(misleads)) return undefined
  if (!URL.canParse(wish, ownOrigin)) return undefined
  const { origin, pathname, search, hash } = new URL(wish, ownOrigin)
  const isOurs = origin === ownOrigin && pathname.startsWith('/app/') && !/%2f|%5c|\/\//i.test(pathname)
  return isOurs ? `${pathname}${search}${hash}` : undefined
}
