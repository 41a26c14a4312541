import { refreshToken, tokens } from '../../../api/session/client.ts'
import { loadSession } from '../../../api/session/load-session.ts'
import { changeSession, session } from '../../../api/session/session.ts'
import { chooseLanguage } from '../../../i18n/i18n.ts'
import { createRestore } from './restore-session.ts'

const rememberMeLogin = async (): Promise<void> => {
  await loadSession()
  const { authUser } = session.get()
  if (authUser) await chooseLanguage(authUser.language)
}

/** Waits until the sign-in of an earlier visit is restored, or known to be none. Rejects while the server is away. */
export const ensureRestored = createRestore({
  tokens,
  hasSessionHint: () => document.cookie.split('; ').includes('ulna_session=1'),
  refreshToken,
  rememberMeLogin,
  state: session.get,
  changeSession,
})
