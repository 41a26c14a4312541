import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { testSecret } from '../../../test/build-test-app.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { deriveKeys } from '../../platform/tokens.ts'
import { type ListedErasure, noteErasure, readErasureList } from './erasures.list.ts'

const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())

const list = {
  path: path.join(scratch.directory, 'erasures'),
  keys: deriveKeys([testSecret], 'list of erasures'),
}

const numbered = (erasureId: number): ListedErasure => ({
  ...{ erasureId, practiceId: 1, patientId: 2, decidedBy: 3 },
  patientUid: '00000000-0000-4000-8000-000000000001',
  scope: 'whole',
})

it('a line that a crash cut takes none of the lines behind it along', async () => {
  await noteErasure(list, numbered(1))
  await appendFile(list.path, `${'0'.repeat(64)} {"erasureId":2,"pract`)
  await noteErasure(list, numbered(3))
  await noteErasure(list, numbered(4))
  expect(await readErasureList(list)).toEqual({ erasures: [1, 3, 4].map(numbered), unproved: 1 })
})
