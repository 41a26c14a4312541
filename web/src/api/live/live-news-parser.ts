/** One of the server's events, its data still text. */
export interface NewsText {
  readonly name: string
  readonly data: string
}

const fieldOf = (line: string): readonly [name: string, value: string] => {
  const colon = line.indexOf(':')
  if (colon < 0) return [line, '']
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
}

/** A line may end with CR, LF or both; a CR at the end of what came so far may still be followed by its LF. */
const lineEnd = /\r\n|\n|\r(?!$)/

/**
 * Cuts what comes, in pieces of any size, into events (HTML standard, server-sent events). Ids and waiting times are of
 * no interest: whoever comes back reads everything anew.
 */
export const createNewsParser = (tell: (news: NewsText) => void): ((text: string) => void) => {
  let rest = ''
  let name = ''
  let data: string[] = []

  const dispatch = (): void => {
    if (data.length > 0) tell({ name: name || 'message', data: data.join('\n') })
    name = ''
    data = []
  }

  const take = (line: string): void => {
    if (line === '') {
      dispatch()
      return
    }
    const [field, value] = fieldOf(line)
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
  }

  return (text) => {
    const lines = (rest + text).split(lineEnd)
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  }
}
