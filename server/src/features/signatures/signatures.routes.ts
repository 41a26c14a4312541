import { signatureEndpoints } from '@ulna/contract/signatures/signatures'
import { implement, type Route } from '../../platform/http/route.ts'
import type { HandOverDependencies, SignatureDependencies } from './signatures.dependencies.ts'
import { readDocument } from './signatures.document.service.ts'
import { handBack, handOver } from './signatures.hand-over.service.ts'
import { findRecordSignatures } from './signatures.service.ts'
import { sign } from './signatures.sign.service.ts'
import { withdraw } from './signatures.withdraw.service.ts'

export const signatureRoutes = (deps: SignatureDependencies & HandOverDependencies): Route[] =>
  implement(signatureEndpoints, {
    document: ({ actor, path, query }) => readDocument(deps, actor, path, query.language),
    find: ({ actor, path }) => findRecordSignatures(deps.db, actor, path),
    save: ({ actor, path, body }) =>
      body.signed ? sign(deps, actor, path, body) : withdraw(deps, actor, path, body),
    handOver: ({ actor, path, body }) => handOver(deps, actor, path, body?.code),
    handBack: ({ actor, body }) => handBack(deps, actor, body?.code),
  })
