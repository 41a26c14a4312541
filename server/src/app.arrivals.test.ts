import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../test/build-test-app.ts'
import { createPatient } from '../test/factories/clinical.ts'
import { jpeg, uploadInParts, writeDocument } from '../test/factories/files.ts'
import { craftHandOver, handedContents, handOverCalls } from '../test/factories/hand-overs.ts'
import { importCalls, isoDay, twoPatients } from '../test/factories/imports.ts'
import { exportPractice, importPractice, readZip } from '../test/factories/moves.ts'
import { sellPackage } from '../test/factories/packages.ts'
import { createScratchDirectory } from '../test/scratch-directory.ts'
import { testPractice } from '../test/test-practice.ts'

/** Work that is queued again when a practice arrives. */
const again = [
  'erasures.carry_out',
  'erasures.certify',
  'erasures.draw_up_act',
  'files.expire_document',
  'files.process',
  'imports.forget',
  'imports.watch',
  'imports.work',
  'session_packages.expire',
]

const bytes = 'removes bytes that no row names any more, which stay where they are'
const news = 'a mail about what somebody did there a moment ago, which goes out from there'
const notTaken = 'is about rows that do not travel'

/** Work that is not, and why. */
const notAgain: Readonly<Record<string, string>> = {
  'accounts.forgot': news,
  'accounts.activation_mail': news,
  'accounts.send_link': news,
  'accounts.already_registered_mail': news,
  'accounts.mail_changed_notice': news,
  'accounts.notice': news,
  'accounts.passkey_notice': news,
  'appointments.forget_undo': notTaken,
  'audit.mass_reading_mail': news,
  'audit.reading_look': 'is about who reads where it was',
  'backups.mail': 'is about the installation',
  'backups.nightly': 'is done every minute of every installation',
  'backups.watch': 'is done every minute of every installation',
  'contact.message': notTaken,
  'day-sheets.evening': notTaken,
  'day-sheets.remove': notTaken,
  'day-sheets.scan': 'is done every minute of every installation',
  'files.end_upload': notTaken,
  'files.remove_bytes': bytes,
  'files.tidy': 'is done every minute of every installation',
  'hand_overs.remove': 'bytes of hand-overs stay where they were made, and undecided ones do not travel',
  'hand_overs.tidy_files': bytes,
  'hand_overs.forget_keys': notTaken,
  'imports.remove_file': bytes,
  'imports.tidy_file': bytes,
  'monitoring.mail': 'is about the installation',
  'monitoring.trail': 'is done every minute of every installation',
  'monitoring.watch': 'is done every minute of every installation',
  'papers.remove': 'bytes of papers stay where they were issued',
  'papers.key_ending': 'a key of papers does not travel: its certificate arrives retired',
  'papers.key_ending_mail': 'a key of papers does not travel: its certificate arrives retired',
  'patient_copies.remove': 'bytes of copies stay where they were made',
  'patients.unused_picture': bytes,
  'practice-keys.made_mail': news,
  'practice_deletions.carry_out': notTaken,
  'practice_deletions.remind': notTaken,
  'practice_deletions.tell': notTaken,
  'practice_moves.export': notTaken,
  'practice_moves.watch': notTaken,
  'practice_moves.verify': notTaken,
  'practice_moves.expire': notTaken,
  'practice_moves.remove_file': bytes,
  'practices.invitation_mail': news,
  'practices.clinical_news_mail': news,
  'practices.unused_logo': bytes,
  'practices.welcome_mail': news,
  'practitioner_copies.make': notTaken,
  'practitioner_copies.watch': notTaken,
  'practitioner_copies.expire': notTaken,
  'practitioner_copies.remove_file': bytes,
  'reminders.scan': 'is done every minute of every installation',
  'reminders.appointment_mail': 'where it came from the practice goes on until it is stopped, and mails it',
}

const { app, owner } = await testPractice({ alone: true })
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())
const archive = path.join(scratch.directory, 'practice.zip')

let there: TestApp

const stageWork = async (): Promise<void> => {
  const { id } = await createPatient(app, owner)
  await writeDocument(app, owner, id, { subtype: 'temporal' })
  await sellPackage(app, owner, id, { expiresOn: isoDay(40) })
  const imports = importCalls(app, () => owner)
  const { id: running } = await imports.bring('patients', twoPatients)
  await sql`update imports set state = 'undoing' where id = ${running}`.execute(app.owner.queries)
  await imports.start('patients', twoPatients.replace('Mariana', 'Indecisa'))
  const handOvers = handOverCalls(app)
  const { recipient } = await handOvers.keyOf(owner)
  await handOvers.lookedAt(owner, await craftHandOver({ recipient, contents: handedContents('indecisa') }))
  const document = await writeDocument(app, owner, id)
  const { status } = await uploadInParts(app, owner, { recordId: document.id, bytes: await jpeg() })
  expect(status).toBe(201)
}

beforeAll(async () => {
  await stageWork()
  await exportPractice(app, owner.practiceId, archive)
  there = await buildTestApp()
  await importPractice(there, archive)
})
afterAll(() => there.close())

const waiting = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select distinct t.identifier as name from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id order by 1`.execute(there.owner.queries)
  return rows.map(({ name }) => name)
}

describe('work that waits when a practice leaves', () => {
  it('is of kinds of each of which it is said whether it is queued again, or why not', () => {
    expect([...again, ...Object.keys(notAgain)].sort()).toEqual(Object.keys(app.jobs).sort())
  })

  it('is queued again where the practice arrives', async () => {
    // Of erasures it is shown in erasures.arrive.test.ts.
    const erasures = again.filter((name) => name.startsWith('erasures.'))
    expect([...erasures, ...(await waiting())]).toEqual(again)
  })

  it('is done there: a file that nobody had looked at becomes ready', async () => {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(there.owner.queries)
    await there.runJobs()
    expect(there.log).toEqual([])
    const { rows } = await sql<{ state: string }>`select state from files`.execute(there.owner.queries)
    expect(rows).toEqual([{ state: 'ready' }])
  })

  it('and of imports and hand-overs that nobody had decided about nothing is taken along', async () => {
    const files = await readZip(archive)
    expect(
      [...files].filter(([, bytes]) => /indecisa/i.test(bytes.toString())).map(([name]) => name),
    ).toEqual([])
    expect(files.get('data/received_hand_overs.ndjson')?.toString()).toBe('')
  })
})
