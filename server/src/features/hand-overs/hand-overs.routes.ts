import { createHash } from 'node:crypto'
import { handOverEndpoints, mostHandOverBytes } from '@ulna/contract/hand-overs/hand-overs'
import { readBytes, withContent } from '../../platform/http/bodies/upload-body.ts'
import { implement, type Route } from '../../platform/http/route.ts'
import type { HandOverDependencies } from './hand-overs.dependencies.ts'
import { makeHandOverKey, readHandOverKey, replaceHandOverKey } from './keys/hand-overs.keys.service.ts'
import { forgetReceived, listReceived, lookAtHandOver } from './receiving/hand-overs.look.service.ts'
import { admitOpening } from './receiving/hand-overs.opening.ts'
import { readRecordOrigin } from './receiving/hand-overs.origin.service.ts'
import { takeHandOver } from './receiving/hand-overs.take.service.ts'
import { undoHandOver } from './receiving/hand-overs.undo.service.ts'
import { downloadHandOver, linkToHandOver, listHandOvers } from './sending/hand-overs.links.service.ts'
import { makeHandOver } from './sending/hand-overs.make.service.ts'

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export const handOverRoutes = (dependencies: HandOverDependencies): Route[] =>
  implement(handOverEndpoints, {
    key: ({ actor }) => readHandOverKey(dependencies, actor),
    makeKey: ({ actor }) => makeHandOverKey(dependencies, actor),
    replaceKey: ({ actor }) => replaceHandOverKey(dependencies, actor),
    list: ({ actor, path }) => listHandOvers(dependencies, actor, path.id),
    make: ({ actor, path, body }) => makeHandOver(dependencies, actor, path.id, body),
    link: ({ actor, path }) => linkToHandOver(dependencies, actor, path.id),
    download: ({ actor, path }) => downloadHandOver(dependencies, actor, path.token),
    received: ({ actor }) => listReceived(dependencies, actor),
    look: async ({ actor, request }) => {
      await admitOpening(dependencies, actor)
      const bytes = await readBytes(request, mostHandOverBytes)
      return lookAtHandOver(dependencies, withContent(actor, digestOf(bytes)), bytes)
    },
    take: ({ actor, path, body }) => takeHandOver(dependencies, actor, path.id, body.patientId ?? null),
    undo: ({ actor, path }) => undoHandOver(dependencies, actor, path.id),
    forget: ({ actor, path }) => forgetReceived(dependencies, actor, path.id),
    origin: ({ actor, path }) => readRecordOrigin(dependencies, actor, path.id),
  })
