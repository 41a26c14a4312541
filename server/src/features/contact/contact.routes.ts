import { contactEndpoints } from '@ulna/contract/contact/contact'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { type ContactSettings, sendContactMessage } from './contact.service.ts'

export const contactRoutes = ({ db, ...settings }: { db: Database } & ContactSettings): Route[] =>
  implement(contactEndpoints, {
    send: ({ actor, body }) => sendContactMessage(db, actor, body, settings),
  })
