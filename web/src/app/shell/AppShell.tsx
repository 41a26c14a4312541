import { Outlet, useRouterState } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { pageSettled } from '../../ui/fetch-ahead.ts'
import { BottomBar, Rail } from '../Navigation.tsx'
import { PaletteHost } from '../palette/PaletteHost.tsx'
import { ShellContext } from '../shell-context.ts'
import styles from './AppShell.module.css'
import { PhoneHead, TopBar } from './TopBar.tsx'
import { useNews } from './use-news.ts'

const NoticesHost = lazy<ComponentType>(async () => {
  await pageSettled()
  try {
    return { default: (await import('../dialogs/NoticesHost.tsx')).NoticesHost }
  } catch {
    // The page does without. A handler given to `then` would not hear of styles that do not come.
    return { default: () => null }
  }
})

/** Gives the keyboard to the head of what is shown, as soon as it has one; answers how to call that off. */
const focusHead = (main: HTMLElement): (() => void) => {
  const give = (): boolean => {
    const head = main.querySelector<HTMLElement>('h1')
    if (head && !main.contains(document.activeElement)) head.focus({ preventScroll: true })
    return head !== null
  }
  if (give()) return () => undefined
  const watcher = new MutationObserver(() => {
    if (give()) watcher.disconnect()
  })
  watcher.observe(main, { childList: true, subtree: true })
  return () => watcher.disconnect()
}

/** After a change of page the keyboard and the screen reader start at the new page's head. */
const useFocusOnNavigation = () => {
  const main = useRef<HTMLElement>(null)
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const last = useRef(pathname)
  useEffect(() => {
    const before = last.current
    if (before === pathname || pathname === undefined) return undefined
    last.current = pathname
    // A page that was just opened is read from its top.
    if (before === undefined || main.current === null || main.current.contains(document.activeElement))
      return undefined
    return focusHead(main.current)
  }, [pathname])
  return main
}

/** Rail and top bar on wide screens, head and bottom bar on phones. */
export const AppShell = () => {
  const { t } = useTranslation('common')
  const main = useFocusOnNavigation()
  useNews()
  return (
    <PaletteHost>
      <a className={styles.skip} href="#main">
        {t('skipToContent')}
      </a>
      <div className={styles.shell}>
        <Rail />
        <div className={styles.column}>
          <TopBar />
          <PhoneHead />
          <main className={styles.main} id="main" ref={main} tabIndex={-1}>
            <Suspense>
              <NoticesHost />
            </Suspense>
            <ShellContext value={true}>
              <Outlet />
            </ShellContext>
          </main>
        </div>
        <BottomBar />
      </div>
    </PaletteHost>
  )
}
