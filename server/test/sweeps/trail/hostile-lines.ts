/** An event that somebody made up, as our log writes them. */
const forged = '{"level":30,"time":1,"msg":"signed in","userId":1}'

/** What begins another line, repaints a terminal, or reads as an event of its own. */
export const hostileLines: readonly string[] = [
  `x\n${forged}\n`,
  `x\r\n${forged}\r\n`,
  `x\r${forged}`,
  `x"}\n${forged}`,
  `x\u2028${forged}\u2029`,
  `x\u0085${forged}`,
  `x\u000b\u000c${forged}`,
  '\u001b[2J\u001b[31mred',
  '\u009b31mred',
  '\u001b]8;;http://evil.example/\u0007here\u001b]8;;\u0007',
  '\u001b]0;title\u0007\u0008\u0008\u0008',
  '\u202Egnol\u202C\u2066x\u2069\u200f\u061c',
  '\u0000\u0001\u007f\ufeff',
]

/** Signs that no line of the log may hold as they are. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unruly = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

/** Whether what was written for one event is one line, and that line one object with level, time and message or error. */
export const isOneEvent = (written: string): boolean => {
  if (!written.endsWith('\n') || unruly.test(written.slice(0, -1))) return false
  const event = JSON.parse(written) as Record<string, unknown>
  return typeof event.level === 'number' && typeof event.time === 'number' && event.time > 1
}
