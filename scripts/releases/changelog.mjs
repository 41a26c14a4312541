/** A version as releases have it: three numbers (https://semver.org). */
export const versionPattern = /^\d+\.\d+\.\d+$/

const numbersOf = (version) => version.split('.').map(Number)

/** Whether a version comes behind another. */
export const isAfter = (version, before) => {
  const [one, other] = [numbersOf(version), numbersOf(before)]
  const at = one.findIndex((number, index) => number !== other[index])
  return at >= 0 && one[at] > other[at]
}

/** Versions that a changelog says were released, the newest first. */
export const releasedIn = (changelog) =>
  [...changelog.matchAll(/^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/gm)].map(([, version]) => version)

/**
 * A changelog in which what is unreleased became a version of a day. Throws in a sentence where there is nothing to release, or
 * where the version does not come behind the last one.
 */
export const withRelease = (changelog, version, day) => {
  if (!versionPattern.test(version)) throw new Error(`${version} is no version: three numbers, as 0.2.0.`)
  const [last] = releasedIn(changelog)
  if (last !== undefined && !isAfter(version, last))
    throw new Error(`${version} does not come behind ${last}.`)
  const head = /^## (\d+\.\d+\.\d+ )?\(unreleased\)\n\n(?=- )/m
  if (!head.test(changelog)) throw new Error('CHANGELOG.md says nothing that is unreleased.')
  return changelog.replace(head, `## ${version} (${day})\n\n`)
}
