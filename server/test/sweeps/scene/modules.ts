import { randomUUID } from 'node:crypto'
import { moduleEndpoints } from '@ulna/contract/modules/modules'
import type { TestApp } from '../../build-test-app.ts'
import { callEndpoint } from '../../client.ts'
import { ownModuleDocument } from '../../factories/own-module.ts'
import type { TestPerson } from '../../factories/people.ts'
import { asAdmin } from './people.ts'

/** Behind the API: whoever the scene is of need not be an admin. */
export const installFor = async (
  app: TestApp,
  { practiceId, userId }: TestPerson,
  moduleId: string,
): Promise<void> => {
  await app.owner.queries
    .insertInto('practice_modules')
    .values({ practice_id: practiceId, module_id: moduleId, installed_by: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const stageModule = async (app: TestApp, by: TestPerson) => {
  const moduleId = 'goniometry'
  await installFor(app, by, moduleId)
  return { moduleId }
}

export const stageOwnModule = async (app: TestApp, person: TestPerson, canary: string) => {
  const id = `own_${randomUUID().slice(0, 8)}`
  const body = ownModuleDocument(id, canary)
  const { token } = person
  const { status, text } = await asAdmin(app, person, () =>
    callEndpoint(app, moduleEndpoints.import, { token, body }),
  )
  if (status !== 201) throw new Error(`import answered ${status}: ${text}`)
  return { ownModuleId: id, ownClassId: id }
}
