import { Outlet } from '@tanstack/react-router'
import { BlockingOverlay } from './BlockingOverlay.tsx'
import { LoadingBar } from './LoadingBar.tsx'
import { MessageBar } from './MessageBar.tsx'
import { usePageTitle } from './use-page-title.ts'

/** The container every page sits in. */
export const RootLayout = () => {
  usePageTitle()
  return (
    <>
      <LoadingBar />
      <Outlet />
      <MessageBar />
      <BlockingOverlay />
    </>
  )
}
