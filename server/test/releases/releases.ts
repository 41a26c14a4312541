import { readdirSync } from 'node:fs'
import path from 'node:path'
import { isBackupName } from '../../src/features/backups/backups.format.ts'
import { repositoryRoot } from '../build-test-app.ts'

/** What the backups of releases are sealed for: there is nobody's data in them, so everybody may have it. */
export const releaseKey = {
  recipient: 'age1ueupmhqr67xk7m9q7x772zgnnjjg65hwmt8tm00et2pk4r7gkugsy8cy0z',
  identity: 'AGE-SECRET-KEY-1SCRYEPN030U7M7YEN5R32TXMTFPSM93ZE3N792CPUEQRTQGK2APQQ5Y59W',
} as const

const folder = path.join(repositoryRoot, 'server/test/releases')

/** Where what is kept of a version lies. */
export const releaseFolder = (version: string): string => path.join(folder, version)

/** One release: its version, and the folder with its backup (`backup`) and what its server answered (`answers.json`). */
export interface Release {
  readonly version: string
  readonly folder: string
}

/** Every release that there was, the first one first. */
export const releases = (): readonly Release[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ version: name, folder: path.join(folder, name) }))
    .toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }))

/** The folder of its backup. */
export const backupOf = ({ folder: own }: Release): string => {
  const all = path.join(own, 'backup')
  const name = readdirSync(all).find(isBackupName)
  if (name === undefined) throw new Error(`${all} holds no backup`)
  return path.join(all, name)
}
