import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { call } from '../../../api/session/client.ts'
import { loadSession } from '../../../api/session/load-session.ts'
import { chooseLanguage } from '../../../i18n/i18n.ts'

export type Preferences = BodyInputOf<typeof accountEndpoints.preferences>

/** Language and time format of the user, at once on this page and at the next sign-in anywhere. */
export const savePreferences = async (preferences: Preferences): Promise<void> => {
  if (preferences.language) await chooseLanguage(preferences.language)
  await call(accountEndpoints.preferences, { body: preferences })
  await loadSession()
}
