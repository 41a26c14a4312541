import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { queryClient } from '../api/query-client.ts'
import { useSession } from '../api/session.ts'
import { AppShell } from './AppShell.tsx'
import { useFetchAhead } from './fetch-ahead.ts'
import { fetchSearchPalette } from './PaletteHost.tsx'

const ChoosePracticeScreen = lazy(() =>
  import('./ChoosePracticeScreen.tsx').then((module) => ({ default: module.ChoosePracticeScreen })),
)
const fetchSessionExpiredDialog = () => import('./SessionExpiredDialog.tsx')
const SessionExpiredDialog = lazy(() =>
  fetchSessionExpiredDialog().then((module) => ({ default: module.SessionExpiredDialog })),
)
const ahead = [fetchSessionExpiredDialog, fetchSearchPalette]

/** Pages behind the sign-in. A session that ends leaves everything as it is and asks for the password over it. */
export const AppLayout = () => {
  const { authUser, authPractice, practiceRequired, sessionExpired } = useSession()
  const mustChoose = practiceRequired || (authUser !== null && authPractice === null)
  useFetchAhead(authUser !== null, ahead)
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense>{sessionExpired && <SessionExpiredDialog />}</Suspense>
      <Suspense>{mustChoose && <ChoosePracticeScreen />}</Suspense>
      {!mustChoose && authUser && <AppShell />}
    </QueryClientProvider>
  )
}
