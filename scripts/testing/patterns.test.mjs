import { checkSync } from 'recheck'
import { describe, expect, test } from 'vitest'
import { productPatterns } from './patterns.mjs'

const long = process.env.TEST_TIER === 'long'
/** Of so many regular expressions one is looked at in `npm test`; each one takes a moment. */
const each = long ? 1 : 8
/** Thought about for so long, in milliseconds; steps are counted, since their time depends on who else works. */
const limits = { timeout: 60_000, attackTimeout: null, incubationTimeout: null }

/** The ones that the checker does not clear, and why they may stay. */
const reviewed = new Map([
  [
    'web/src/pages/site/legal-text.ts',
    'Sentences of our own legal texts and of the installation’s variables; nobody else writes them.',
  ],
  ['server/src/platform/mail/mail-address.ts', 'A text of more than 254 signs does not get there.'],
])

/** Texts on which what backtracks takes long: one sign many times, and what ends otherwise. */
const attacksOf = ({ pattern }) => {
  const signs = new Set([...pattern.replaceAll(/\\./g, ''), ...' \t\n\u0000.-_@/%"0aA,:'])
  return [...signs].map((sign) => `${sign.repeat(100_000)}\u0001`)
}

const pairs = (signs) => signs.flatMap((one) => signs.map((other) => `${one}${other}`.repeat(50_000)))

const runMs = (expression, text) => {
  const startedAt = performance.now()
  text.replace(expression, '')
  return performance.now() - startedAt
}

/** How long it takes when the machine does nothing else: what was slow once is tried again. */
const bestMs = (expression, text) => {
  let best = runMs(expression, text)
  for (let again = 0; best > 20 && again < 5; again += 1) best = Math.min(best, runMs(expression, text))
  return best
}

const patterns = await productPatterns()
const dealt = patterns.filter((_, at) => at % each === 0)

describe('E7 no regular expression takes longer than its text is long', () => {
  test('there are many, and the checker finds one that does', () => {
    expect(patterns.length).toBeGreaterThan(250)
    expect(checkSync('^(a+)+$', '', limits).status).toBe('vulnerable')
    expect(checkSync('^\\s*(.*)$', '', limits).status).toBe('vulnerable')
  })

  test(`${dealt.length} of ${patterns.length} are cleared, or stay for a reason`, () => {
    const faults = dealt.flatMap((one) => {
      if (reviewed.has(one.file)) return []
      const { status, complexity, attack, error } = checkSync(one.pattern, one.flags, limits)
      if (status === 'safe') return []
      const why = complexity?.summary ?? error?.kind
      return [`${one.file}: /${one.pattern}/${one.flags} ${status}, ${why} ${attack?.pattern ?? ''}`]
    })
    expect(faults).toEqual([])
  })

  test.runIf(long)('and none takes 50 ms of a text of 100 kB, whatever it repeats', () => {
    const slowest = { ms: 0, what: '' }
    for (const one of patterns.filter(({ file }) => !reviewed.has(file))) {
      const expression = new RegExp(one.pattern, one.flags)
      for (const text of [...attacksOf(one), ...pairs([...' .-_@,:0a'])]) {
        const ms = bestMs(expression, text)
        const what = `${one.file} ${expression} ${text.slice(0, 4)}…`
        if (ms > slowest.ms) Object.assign(slowest, { ms, what })
      }
    }
    console.log(
      JSON.stringify({
        id: 'E7',
        patterns: patterns.length,
        slowestMs: Math.round(slowest.ms),
        of: slowest.what,
      }),
    )
    expect(slowest.ms, slowest.what).toBeLessThan(50)
  })
})
