import path from 'node:path'

const imports = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g
const tests = /[.]test[.]|^server\/test\/|^e2e\/|^web\/src\/test\//

/** The room that a file is of, as the check of borders has them: a feature, or a folder of platform, blocks, api or contract. */
const room =
  /^(?:(?:server|web)\/src\/features|server\/src\/platform|web\/src\/(?:api|blocks)|contract\/src)\/[^/]+(?=\/)/

const targetOf = (name, said) => {
  if (said.startsWith('@ulna/contract/')) return `contract/src/${said.slice('@ulna/contract/'.length)}`
  return said.startsWith('.') ? path.join(path.dirname(name), said) : undefined
}

const arrowsOf = (files) => {
  const arrows = new Map()
  for (const { name, text } of files) {
    const from = tests.test(name) ? undefined : name.match(room)?.[0]
    if (!from) continue
    const targets = [...text.matchAll(imports)].map(([, said]) => targetOf(name, said)?.match(room)?.[0])
    const found = arrows.get(from) ?? new Set()
    for (const to of targets) if (to && to !== from) found.add(to)
    arrows.set(from, found)
  }
  return arrows
}

const reachedFrom = (arrows, start) => {
  const seen = new Set()
  const open = [...(arrows.get(start) ?? [])]
  while (open.length > 0) {
    const next = open.pop()
    if (seen.has(next)) continue
    seen.add(next)
    open.push(...(arrows.get(next) ?? []))
  }
  return seen
}

/** How many knots there are: sets of rooms that all reach each other by their imports. */
export const countCircles = (files) => {
  const arrows = arrowsOf(files)
  const reached = new Map([...arrows.keys()].map((name) => [name, reachedFrom(arrows, name)]))
  const knots = new Set()
  for (const [name, seen] of reached) {
    if (!seen.has(name)) continue
    knots.add(
      [...seen]
        .filter((other) => reached.get(other)?.has(name))
        .toSorted()
        .join(' '),
    )
  }
  return knots.size
}
