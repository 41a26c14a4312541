import type { Plugin } from 'vite'

/** The files that stand on a way from one back to itself. */
const onCircles = (imports: ReadonlyMap<string, readonly string[]>): string[] => {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (imports.get(from) ?? []).some((next) => {
      if (next === to) return true
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next, to, seen)
    })
  return [...imports.keys()].filter((file) => reaches(file, file))
}

/**
 * Refuses files that import each other in a circle: which of them runs first depends on the page somebody comes from,
 * and what runs too early finds parts of the other undefined.
 */
export const refuseCircles = (): Plugin => ({
  name: 'ulna-refuse-circles',
  apply: 'build',
  generateBundle: (_, bundle) => {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const circles = onCircles(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])))
    if (circles.length === 0) return
    throw new Error(`These files import each other in a circle, by web/build/pages.ts: ${circles.join(', ')}`)
  },
})
