import { priceEndpoints } from '@ulna/contract/receipts/receipts.prices'
import type { RecordRow } from '@ulna/contract/records/records'
import { sessionPackageEndpoints } from '@ulna/contract/session-packages/session-packages'
import type { TestApp } from '../../build-test-app.ts'
import { callEndpoint } from '../../client.ts'
import { sellPackage } from '../../factories/packages.ts'
import { insertPaper } from '../../factories/papers.ts'
import type { TestPerson } from '../../factories/people.ts'
import { insertReceipt } from '../../factories/receipts.ts'
import { asAdmin } from './people.ts'

/** Sold by an admin; the follow-up is its author's to count. */
export const stagePackage = async (
  app: TestApp,
  [by, clinician]: readonly [TestPerson, TestPerson],
  { ownerId, id }: RecordRow,
  canary: string,
) => {
  const sold = await asAdmin(app, by, () =>
    sellPackage(app, by, ownerId, {
      description: `10 sesiones ${canary}`,
      packageData: { notes: `Pagado ${canary}` },
    }),
  )
  await callEndpoint(app, sessionPackageEndpoints.addRecords, {
    token: clinician.token,
    params: { id: sold.id },
    body: { recIds: [id] },
  })
  return { packageId: sold.id }
}

/** Two receipts of the package, written behind the API, and the bytes of a paper of the first. */
export const stageReceipts = async (
  app: TestApp,
  by: TestPerson,
  { patientId, packageId }: { patientId: number; packageId: number },
  canary: string,
) => {
  const receipt = { patientId, packageId, description: `Sesiones ${canary}`, notes: `Cobrado ${canary}` }
  const receiptId = await insertReceipt(app, by, receipt)
  const voidableId = await insertReceipt(app, by, receipt)
  const { id: sheetId } = await insertPaper(app, by, {
    patientId,
    recordId: null,
    scope: 'receipt',
    content: `a receipt ${canary}`,
  })
  const { payload: price } = await asAdmin(app, by, () =>
    callEndpoint(app, priceEndpoints.create, {
      token: by.token,
      body: { name: `Sesión ${canary}`, minutes: 45, priceMinor: 4500, currency: 'EUR' },
    }),
  )
  return { receiptId, sheetId, voidableId, priceId: (price as { id: number }).id }
}
