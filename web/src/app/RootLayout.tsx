import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { hasThirdParties } from '../features/consent/third-parties.ts'
import { BlockingOverlay } from './dialogs/BlockingOverlay.tsx'
import { LoadingBar } from './shell/LoadingBar.tsx'
import { MessageBar } from './shell/MessageBar.tsx'
import { usePageTitle } from './use-page-title.ts'

// A page without third parties is whole: when this part cannot be fetched, nobody is asked and nothing of theirs loads.
const ThirdParties = lazy(() =>
  import('./third-parties/ThirdParties.tsx').then(
    (module) => ({ default: module.ThirdParties }),
    () => ({ default: () => null }),
  ),
)

/** The container every page sits in. */
export const RootLayout = () => {
  usePageTitle()
  return (
    <>
      <LoadingBar />
      {hasThirdParties() && (
        <Suspense>
          <ThirdParties />
        </Suspense>
      )}
      <Outlet />
      <MessageBar />
      <BlockingOverlay />
    </>
  )
}
