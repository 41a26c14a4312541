const rooms =
  /^(?:(?:server|web)\/src\/features|server\/src\/platform|web\/src\/(?:api|blocks)|contract\/src)\/[^/]+(?=\/)/

/**
 * The feature that a file is of, or the room of platform, contract, blocks or api: the folder below them. Tests are of
 * none: they may reach further than what they test.
 */
const featureOf = (file) => (file.match(/[.]test[.]tsx?$/) ? undefined : file.match(rooms)?.[0])

/** Which feature imports which, with the files that do: `modules` as dependency-cruiser tells them. */
const arrowsOf = (modules) => {
  const arrows = new Map()
  for (const { source, dependencies } of modules)
    for (const { resolved } of dependencies) {
      const [from, to] = [featureOf(source), featureOf(resolved)]
      if (!from || !to || from === to) continue
      if (!arrows.has(from)) arrows.set(from, new Map())
      const files = arrows.get(from)
      files.set(to, [...(files.get(to) ?? []), `${source} → ${resolved}`])
    }
  return arrows
}

/** The shortest way along arrows from one feature to another, both told; undefined when there is none. */
const wayBetween = (arrows, start, end) => {
  const ways = [[start]]
  const seen = new Set([start])
  for (const way of ways)
    for (const next of arrows.get(way.at(-1))?.keys() ?? []) {
      if (next === end) return [...way, next]
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  return undefined
}

/**
 * Features that import each other in a circle, though no two of their files do: the shortest circle of each, with the
 * imports that make it. Which folders there are says the tree, so a new feature needs no line anywhere.
 */
export const featureCircles = (modules) => {
  const arrows = arrowsOf(modules)
  const told = new Set()
  return [...arrows.keys()].flatMap((feature) => {
    const features = told.has(feature) ? undefined : wayBetween(arrows, feature, feature)
    if (!features) return []
    for (const one of features) told.add(one)
    const steps = features.slice(1).map((to, at) => arrows.get(features[at]).get(to))
    return [{ features, imports: steps.flat() }]
  })
}
