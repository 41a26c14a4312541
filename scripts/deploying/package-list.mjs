import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { licenceOf, neededPlaces } from '../checks/notices.mjs'
import { root } from '../run-command.mjs'

/** A package URL (https://github.com/package-url/purl-spec). */
const purlOf = (name, version) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

/** `sha512-…` of the lockfile, as CycloneDX writes digests. */
const hashOf = (integrity) => ({
  alg: 'SHA-512',
  content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
})

/** An expression of SPDX where the package has one, else its words. */
const licencesOf = (licence) =>
  /^(?!see |not said)[\w.()+ -]+$/i.test(licence)
    ? [{ expression: licence }]
    : [{ license: { name: licence } }]

const componentOf = async (place, entry) => {
  const { version, integrity } = entry
  const name = place.split('node_modules/').at(-1)
  const purl = purlOf(name, version)
  return {
    ...{ type: 'library', 'bom-ref': purl, name, version, purl },
    licenses: licencesOf(await licenceOf(root, place, entry)),
    ...(integrity?.startsWith('sha512-') && { hashes: [hashOf(integrity)] }),
  }
}

/**
 * Every package that the server runs with, of all platforms, as CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json): what is looked up
 * when one of them turns out to be unsafe. By the lockfile alone, so the same version has the same list.
 */
export const listPackages = async () => {
  const { packages, version } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'))
  const places = neededPlaces(packages, ['server']).sort()
  const components = await Promise.all(places.map((place) => componentOf(place, packages[place])))
  const unique = new Map(components.map((component) => [component.purl, component]))
  return {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
    metadata: { component: { type: 'application', 'bom-ref': 'ulna', name: 'ulna', version } },
    components: [...unique.values()],
  }
}
