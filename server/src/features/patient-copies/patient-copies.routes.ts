import { patientCopyEndpoints } from '@ulna/contract/patient-copies/patient-copies'
import { blockedFileEndpoints } from '@ulna/contract/patient-copies/patient-copies.blocked'
import { implement, type Route } from '../../platform/http/route.ts'
import { discloseBlocked } from './patient-copies.blocked.service.ts'
import type { CopyDependencies } from './patient-copies.dependencies.ts'
import { downloadCopy, linkToCopy, openCopy, shareCopy } from './patient-copies.links.service.ts'
import {
  askForCopy,
  countDue,
  handOverCopy,
  listCopies,
  listDueCopies,
  listParts,
  makeCopy,
  withdrawCopy,
} from './patient-copies.service.ts'

export const patientCopyRoutes = (dependencies: CopyDependencies): Route[] => [
  ...implement(patientCopyEndpoints, {
    list: ({ actor, path }) => listCopies(dependencies, actor, path.id),
    due: ({ actor }) => listDueCopies(dependencies, actor),
    dueCount: ({ actor }) => countDue(dependencies, actor),
    parts: ({ actor, path }) => listParts(dependencies, actor, path.id),
    ask: ({ actor, path, body }) => askForCopy(dependencies, actor, path.id, body),
    make: ({ actor, path, body }) => makeCopy(dependencies, actor, path.id, body),
    fetchLink: ({ actor, path }) => linkToCopy(dependencies, actor, path.id),
    share: ({ actor, path }) => shareCopy(dependencies, actor, path.id),
    handOver: ({ actor, path, body }) => handOverCopy(dependencies, actor, path.id, body),
    withdraw: ({ actor, path, body }) => withdrawCopy(dependencies, actor, path.id, body.reason),
    open: ({ actor, body }) => openCopy(dependencies, actor, body),
    download: ({ actor, path }) => downloadCopy(dependencies, actor, path.token),
  }),
  ...implement(blockedFileEndpoints, {
    disclose: ({ actor, path, body }) => discloseBlocked(dependencies, actor, path.id, body),
  }),
]
