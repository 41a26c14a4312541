import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { hasThirdParties } from '../features/consent/third-parties.ts'
import { BlockingOverlay } from './dialogs/BlockingOverlay.tsx'
import { LoadingBar } from './shell/LoadingBar.tsx'
import { MessageBar } from './shell/MessageBar.tsx'

// A page without third parties is whole: when this part cannot be fetched, nobody is asked and nothing of theirs loads.
const ThirdParties = lazy(async () => {
  try {
    return { default: (await import('./third-parties/ThirdParties.tsx')).ThirdParties }
  } catch {
    return { default: () => null }
  }
})

/** The window's title: the page, then what the product is. */
const usePageTitle = (): void => {
  const { t } = useTranslation('common')
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  useEffect(() => {
    document.title = title ? `${t(title)} · ${t('productTitle')}` : t('productTitle')
  }, [title, t])
}

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
