import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { erasuresOf } from '../../../test/factories/erasures.ts'
import { exportPractice, filesOf, readZip } from '../../../test/factories/moves.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { stageWholeFile } from '../../../test/factories/whole-file.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { testServer } from '../../../test/test-practice.ts'
import { AppError } from '../../platform/app-error.ts'
import { commandFolder, removeWork } from './practice-moves.work.service.ts'

const app = await testServer({ alone: true })
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())
const inScratch = (name: string): string => path.join(scratch.directory, name)

let owner: TestPerson
let patientId: number
beforeEach(async () => {
  owner = await registerOwner(app)
  ;({ patientId } = await stageWholeFile(app, owner, 'Xilofonista'))
})

/** An export that ends while files are copied: it leaves what a killed one leaves. */
const breakOff = async (target: string): Promise<void> => {
  const files = {
    ...filesOf(app),
    open: async () => {
      throw new AppError('service_unavailable')
    },
  }
  await expect(exportPractice(app, owner.practiceId, target, { files })).rejects.toThrow()
  await access(path.join(`${target}.work`, 'snapshot.json'))
}

const patientsIn = async (target: string): Promise<string> =>
  (await readZip(target)).get('data/patients.ndjson')?.toString() ?? ''

it('an export that was broken off is gone on with while the practice is as it was, and nothing of it stays', async () => {
  const target = inScratch('same.zip')
  await breakOff(target)
  await callEndpoint(app, patientEndpoints.list, { token: owner.token })
  expect(await exportPractice(app, owner.practiceId, target)).toMatchObject({ resumed: true })
  await expect(access(`${target}.work`)).rejects.toThrow()
})

it('an export that was broken off begins anew where something was written since', async () => {
  const target = inScratch('written.zip')
  await breakOff(target)
  await createPatient(app, owner, { firstName: 'Zanfonista' })
  expect(await exportPractice(app, owner.practiceId, target)).toMatchObject({ resumed: false })
  expect(await patientsIn(target)).toContain('Zanfonista')
})

it('an export that was broken off begins anew after an erasure: nothing of who was erased leaves', async () => {
  const { block, choose, comeDue } = erasuresOf(app, owner)
  await choose({ rule: 'own', years: 0 })
  const target = inScratch('erased.zip')
  await breakOff(target)
  await comeDue((await block(patientId)).id)
  expect(await exportPractice(app, owner.practiceId, target)).toMatchObject({ resumed: false })
  expect(await patientsIn(target)).not.toContain('Xilofonista')
})

it('an export that was broken off longer than an hour ago begins anew', async () => {
  const target = inScratch('old.zip')
  await breakOff(target)
  const file = path.join(`${target}.work`, 'snapshot.json')
  const snapshot = JSON.parse(await readFile(file, 'utf8')) as { at: string }
  const at = new Date(Date.parse(snapshot.at) - 3_660_000).toISOString()
  await writeFile(file, JSON.stringify({ ...snapshot, at }))
  expect(await exportPractice(app, owner.practiceId, target)).toMatchObject({ resumed: false })
})

it('what a command was putting together of a practice goes with the practice, and nothing of another', async () => {
  const work = inScratch('leaving')
  const folders = [12, 1, 123].map((id) => commandFolder(work, id, '/there/practice.zip'))
  for (const folder of [...folders, path.join(work, '7'), path.join(work, '8')])
    await mkdir(folder, { recursive: true })
  expect(commandFolder(work, 12, '/there/practice.zip')).toBe(folders[0])
  await removeWork(work, 12, [7])
  expect((await readdir(work)).sort()).toEqual(
    ['8', ...folders.slice(1).map((one) => path.basename(one))].sort(),
  )
})
