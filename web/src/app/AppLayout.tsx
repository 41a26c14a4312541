import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useMatches } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useExternalStore } from '../api/http/external-store.ts'
import { otherBuilds } from '../api/http/server-build.ts'
import { queryClient } from '../api/practice/query-client.ts'
import { followOtherTabs } from '../api/session/moved-practice.ts'
import { useSession } from '../api/session/session.ts'
import { useErrorText } from '../api/session/use-error-text.ts'
import { ErrorWords } from '../blocks/notices/error-words.ts'
import { lazyPart } from '../i18n/lazy-part.ts'
import { useFetchAhead } from '../ui/fetch-ahead.ts'
import { Optional } from '../ui/Optional.tsx'
import { missedParts, watchMissedParts } from './dialogs/new-version.ts'
import {
  fetchReauthenticationDialog,
  fetchSessionExpiredDialog,
  SessionHost,
} from './dialogs/SessionHost.tsx'
import { fetchPaletteResults } from './palette/PaletteDialog.tsx'
import { AppShell } from './shell/AppShell.tsx'

const ChoosePracticeScreen = lazyPart(
  () => import('./shell/ChoosePracticeScreen.tsx'),
  'ChoosePracticeScreen',
)
const fetchAccessRejectedDialog = () => import('./dialogs/AccessRejectedDialog.tsx')
const AccessRejectedDialog = lazyPart(fetchAccessRejectedDialog, 'AccessRejectedDialog')
const fetchMovedPracticeDialog = () => import('./dialogs/MovedPracticeDialog.tsx')
const MovedPracticeDialog = lazyPart(fetchMovedPracticeDialog, 'MovedPracticeDialog')
const fetchNewVersionNotice = () => import('./dialogs/NewVersionNotice.tsx')
const NewVersionNotice = lazyPart(fetchNewVersionNotice, 'NewVersionNotice')

/** What a page shows that the browser takes out of its memory may belong to another person or practice by now. */
const useFreshPages = (): void => {
  useEffect(() => {
    const reload = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) window.location.reload()
    }
    window.addEventListener('pageshow', reload)
    return () => window.removeEventListener('pageshow', reload)
  }, [])
}

const ahead = [
  fetchSessionExpiredDialog,
  fetchReauthenticationDialog,
  fetchPaletteResults,
  fetchAccessRejectedDialog,
  fetchMovedPracticeDialog,
  fetchNewVersionNotice,
]

/**
 * Pages behind the sign-in. A session that ends, leaves for another practice or is kept out by a rule leaves everything
 * as it is, with words over it. Another practice starts from nothing: no part of the page outlives the change.
 */
export const AppLayout = () => {
  const { authUser, authPractice, ...state } = useSession()
  const mustChoose = state.practiceRequired || (authUser !== null && authPractice === null)
  const isOpen = !mustChoose && !state.isEnteringPractice && authUser !== null
  const isBare = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.bare) })
  useFetchAhead(authUser !== null, ahead)
  useFreshPages()
  useEffect(() => followOtherTabs(), [])
  useEffect(() => watchMissedParts(), [])
  const signs = useExternalStore(missedParts) + useExternalStore(otherBuilds)
  const { textOf } = useErrorText()
  return (
    <QueryClientProvider client={queryClient}>
      <SessionHost />
      <Suspense>
        {state.accessRejected && <AccessRejectedDialog obstacle={state.accessRejected} />}
        {state.practiceMovedTo !== null && <MovedPracticeDialog />}
      </Suspense>
      <ErrorWords value={textOf}>
        <Suspense>{mustChoose && !state.isEnteringPractice && <ChoosePracticeScreen />}</Suspense>
        <Optional>{signs > 0 && <NewVersionNotice signs={signs} />}</Optional>
        {isOpen && isBare && <Outlet />}
        {isOpen && !isBare && <AppShell key={`${authUser.id}/${authPractice?.id}`} />}
      </ErrorWords>
    </QueryClientProvider>
  )
}
