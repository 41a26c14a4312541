import '@fastify/cookie'
import { accountEndpoints } from '@ulna/contract/accounts'
import type { Language } from '@ulna/contract/record-class'
import { type Captcha, captchaDifficulty } from '../../platform/captcha.ts'
import { refreshCookie } from '../../platform/cookies.ts'
import { Answer, implement, type Route } from '../../platform/route.ts'
import type { Database } from '../../platform/use-case.ts'
import { changePreferences, login, logout, readMe, refresh, register } from './accounts.service.ts'

export const accountRoutes = ({
  db,
  defaultLanguage,
  captcha,
}: {
  db: Database
  defaultLanguage: Language
  captcha: Captcha
}): Route[] =>
  implement(accountEndpoints, {
    register: ({ actor, body }) => register(db, actor, body, { defaultLanguage, captcha }),
    captcha: async () => ({
      challenge: captcha.challenge(),
      difficulty: captchaDifficulty,
      required: captcha.required,
    }),
    login: ({ actor, body }) => login(db, actor, body),
    refresh: ({ request }) => refresh(db, request.cookies[refreshCookie]),
    me: async ({ actor }) => new Answer(await readMe(db, actor), { firebaseToken: null }),
    logout: ({ actor }) => logout(db, actor),
    preferences: ({ actor, body }) => changePreferences(db, actor, body),
  })
