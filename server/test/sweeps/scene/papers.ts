import type { RecordRow } from '@ulna/contract/records/records'
import { codeOf } from '../../../src/features/papers/papers.code.ts'
import type { TestApp } from '../../build-test-app.ts'
import { giveSigningKey, insertPaper } from '../../factories/papers.ts'
import type { TestPerson } from '../../factories/people.ts'

export const stagePaper = async (app: TestApp, by: TestPerson, followUp: RecordRow, canary: string) => {
  const content = `a paper ${canary}`
  const { id, secret } = await insertPaper(app, by, {
    patientId: followUp.ownerId,
    recordId: followUp.id,
    content,
  })
  await giveSigningKey(app, by, 'supplied')
  return { paperId: id, paperCode: codeOf(by.practiceId, secret) }
}
