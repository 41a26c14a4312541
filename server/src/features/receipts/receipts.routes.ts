import { receiptEndpoints } from '@ulna/contract/receipts/receipts'
import { priceEndpoints } from '@ulna/contract/receipts/receipts.prices'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { addPrice, changePrice, listPrices, removePrice } from './prices/prices.service.ts'
import { issueReceipt, voidReceipt } from './receipts.issue.service.ts'
import { exportReceipts, listReceipts, readReceipt } from './receipts.service.ts'

export const receiptRoutes = ({ db, rateLimits }: { db: Database; rateLimits: RateLimits }): Route[] => [
  ...implement(receiptEndpoints, {
    list: ({ actor, query }) => listReceipts(db, actor, query),
    export: ({ actor, query }) => exportReceipts(db, rateLimits, actor, query),
    read: ({ actor, path }) => readReceipt(db, actor, path.id),
    issue: ({ actor, body }) => issueReceipt(db, actor, body),
    void: ({ actor, path, body }) => voidReceipt(db, actor, path.id, body.reason),
  }),
  ...implement(priceEndpoints, {
    list: ({ actor }) => listPrices(db, actor),
    create: ({ actor, body }) => addPrice(db, actor, body),
    update: ({ actor, path, body }) => changePrice(db, actor, path.id, body),
    remove: ({ actor, path }) => removePrice(db, actor, path.id),
  }),
]
