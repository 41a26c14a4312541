const token =
  /[ \t\n\r]*(?:(?<text>"(?:[ !#-[\]-\u{10FFFF}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*")|(?<plain>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null)|(?<sign>[{}[\],:]))/uy

const blank = /[ \t\n\r]*/y

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'next' | 'nothing'

interface Reading {
  readonly expected: Expected
  /** What is open, innermost last. */
  readonly open: readonly ('{' | '[')[]
}

const closing = { '{': '}', '[': ']' } as const

const afterValue = (open: Reading['open']): Reading => ({
  expected: open.length > 0 ? 'next' : 'nothing',
  open,
})

const isOneOf = (expected: Expected, ...wanted: readonly Expected[]): boolean => wanted.includes(expected)

const afterSign = (sign: string, { expected, open }: Reading): Reading | null => {
  const innermost = open.at(-1)
  if ((sign === '{' || sign === '[') && isOneOf(expected, 'value', 'valueOrEnd'))
    return { expected: sign === '{' ? 'keyOrEnd' : 'valueOrEnd', open: [...open, sign] }
  if (innermost && sign === closing[innermost] && isOneOf(expected, 'next', 'keyOrEnd', 'valueOrEnd'))
    return afterValue(open.slice(0, -1))
  if (sign === ':' && expected === 'colon') return { expected: 'value', open }
  if (sign === ',' && expected === 'next') return { expected: innermost === '{' ? 'key' : 'value', open }
  return null
}

const afterToken = (found: Readonly<Record<string, string | undefined>>, now: Reading): Reading | null => {
  const { text, sign } = found
  if (sign !== undefined) return afterSign(sign, now)
  if (text !== undefined && isOneOf(now.expected, 'key', 'keyOrEnd')) return { ...now, expected: 'colon' }
  return isOneOf(now.expected, 'value', 'valueOrEnd') ? afterValue(now.open) : null
}

/** Where a text stops being JSON, counted from its start; browsers say so in their own ways, some not at all. */
export const jsonFaultAt = (text: string): number | null => {
  let now: Reading = { expected: 'value', open: [] }
  let read = 0
  for (;;) {
    blank.lastIndex = read
    blank.exec(text)
    const start = blank.lastIndex
    if (start === text.length) return now.expected === 'nothing' ? null : start
    token.lastIndex = read
    const found = token.exec(text)
    const next: Reading | null = found?.groups ? afterToken(found.groups, now) : null
    if (!next) return start
    now = next
    read = token.lastIndex
  }
}

/** The line and column of a place in a text, both counted from 1. */
export const lineAndColumn = (text: string, at: number): { line: number; column: number } => {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
