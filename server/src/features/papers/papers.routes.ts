import { paperEndpoints } from '@ulna/contract/papers/papers'
import { signingKeyEndpoints } from '@ulna/contract/papers/papers.keys'
import { sheetEndpoints } from '@ulna/contract/papers/papers.sheets'
import { implement, type Route } from '../../platform/http/route.ts'
import { readSigningKeys, removeSuppliedKey, supplySigningKey } from './keys/papers.supplied-key.service.ts'
import type { PaperDependencies } from './papers.dependencies.ts'
import { issuePaper, readPaper, readSheet } from './papers.service.ts'
import { verifyPaper } from './papers.verify.service.ts'
import { issueAttendance, issueReceiptPaper } from './sheets/papers.sheets.service.ts'

export const paperRoutes = (dependencies: PaperDependencies): Route[] => [
  ...implement(paperEndpoints, {
    issue: ({ actor, path, body }) => issuePaper(dependencies, actor, path.patientId, body),
    readContent: ({ actor, path }) => readPaper(dependencies, actor, path.id),
    verify: ({ actor, body }) => verifyPaper(dependencies, actor, body),
  }),
  ...implement(signingKeyEndpoints, {
    find: ({ actor }) => readSigningKeys(dependencies, actor),
    supply: ({ actor, body }) => supplySigningKey(dependencies, actor, body),
    remove: ({ actor }) => removeSuppliedKey(dependencies, actor),
  }),
]

/** Papers without clinical content. */
export const sheetRoutes = (dependencies: PaperDependencies): Route[] =>
  implement(sheetEndpoints, {
    issueReceipt: ({ actor, path, body }) =>
      issueReceiptPaper(dependencies, actor, path.receiptId, body.language),
    issueAttendance: ({ actor, path, body }) => issueAttendance(dependencies, actor, path.patientId, body),
    readSheet: ({ actor, path }) => readSheet(dependencies, actor, path.id),
  })
