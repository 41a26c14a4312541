import type { Practice } from '@ulna/contract/practices/practices'
import type { PracticeConfigurations } from '@ulna/contract/practices/practices.configurations'
import type { PracticeSettingsInput } from '@ulna/contract/settings/settings'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { givenColumns } from '../../platform/database/given-columns.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { refuseStale } from '../../platform/refuse-stale.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database } from '../../platform/use-case.ts'
import { removeUnusedLogo } from './practices.logo.jobs.ts'
import { type Logo, storeLogo } from './practices.logo.ts'
import {
  findOwnerAddresses,
  findPractice,
  lockPractice,
  type PracticeColumns,
  updatePracticeRow,
} from './practices.repository.ts'
import { mayChangeRules, mustAdmitOwners, mustAdmitSaver } from './practices.settings.policy.ts'

const currentState = async (tx: Tx, practiceId: number, version?: number): Promise<Authorized<Practice>> => {
  await lockPractice(tx, practiceId)
  const current = await findPractice(tx, practiceId)
  await refuseStale(version, current, () => current)
  return authorized(current)
}

const merged = (
  stored: PracticeConfigurations,
  {
    records,
    agenda,
    packages,
    receipts,
    retention,
    access,
    firstSteps,
  }: NonNullable<PracticeSettingsInput['configurations']>,
): PracticeConfigurations => ({
  records: records ?? stored.records,
  agenda: agenda ?? stored.agenda,
  packages: packages ?? stored.packages,
  receipts: receipts ?? stored.receipts,
  retention: retention ?? stored.retention,
  access: access ?? stored.access,
  firstSteps: firstSteps ?? stored.firstSteps,
})

const logoColumns = (logo: Logo | null | undefined): PracticeColumns =>
  logo === undefined ? {} : { logo_url: logo?.url ?? null, logo_fd: logo?.file ?? null }

const columnsOf = (input: PracticeSettingsInput): PracticeColumns =>
  givenColumns({
    name: input.name,
    code: input.code,
    slogan: input.slogan,
    description: input.description,
    timezone: input.timezone,
    locale: input.locale,
  })

/** What the trail says was changed: names, never what they hold. */
const namesOf = ({ configurations, version: _, ...input }: PracticeSettingsInput): string[] => [
  ...Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  ...Object.entries(configurations ?? {}).flatMap(([group, value]) =>
    value === undefined ? [] : [`configurations.${group}`],
  ),
]

const write = (
  db: Database,
  actor: PracticeActor,
  input: PracticeSettingsInput,
  logo: Logo | null | undefined,
): Promise<Practice> =>
  change(db, actor, async (tx) => {
    const current = await currentState(tx, actor.practiceId, input.version)
    mayChangeRules(actor, current.configurations, input.configurations?.access)
    const configurations = merged(current.configurations, input.configurations ?? {})
    mustAdmitSaver(actor, configurations, input.timezone ?? current.timezone)
    if (input.configurations?.access)
      mustAdmitOwners(await findOwnerAddresses(tx, actor.practiceId), configurations)
    await updatePracticeRow(tx, current, {
      ...columnsOf(input),
      ...logoColumns(logo),
      ...(input.configurations ? { configurations: JSON.stringify(configurations) } : {}),
    })
    const practice = await findPractice(tx, actor.practiceId)
    if (logo !== undefined && current.logoFd !== null)
      await removeUnusedLogo(tx, actor.practiceId, current.logoFd)
    return audited({ action: 'practice.update', detail: { fields: namesOf(input) } }, practice)
  })

/**
 * Changes the practice itself. Groups of configurations that are absent stay. Another time zone moves no appointment:
 * their instants stay, and the clock of the agenda is another. Access rules are an owner's to change, with a fresh proof.
 * Refuses with version_conflict, image_invalid and, for
 * rules that would keep out who saves them, access_excludes_you, for mail domains that would keep out an owner, access_excludes_owner.
 */
export const updatePractice = async (
  db: Database,
  files: FileStore,
  actor: PracticeActor,
  input: PracticeSettingsInput,
): Promise<Practice> => {
  // Stored before the transaction: a file without a row is lost space, a row without its file must not be.
  const logo = input.logo ? await storeLogo(db, files, actor.practiceId, input.logo.data) : input.logo
  return write(db, actor, input, logo)
}
