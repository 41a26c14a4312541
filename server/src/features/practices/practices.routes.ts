import { practiceEndpoints } from '@ulna/contract/practices'
import { Answer, implement, type Route } from '../../platform/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { founderOf } from '../accounts/accounts.service.ts'
import { createPractice, listDoctors, listOwnPractices, setCurrentPractice } from './practices.service.ts'

export const practiceRoutes = ({ db }: { db: Database }): Route[] =>
  implement(practiceEndpoints, {
    findAllByCurrentUser: async ({ actor }) => {
      const practices = await listOwnPractices(db, actor)
      return new Answer(practices, { total: practices.length, limit: practices.length, offset: 0 })
    },
    create: async ({ actor, body }) => createPractice(db, actor, body, await founderOf(db, actor)),
    doctors: ({ actor }) => listDoctors(db, actor),
    setCurrent: ({ actor, path }) => setCurrentPractice(db, actor, path.id),
  })
