import { useEffect } from 'react'

/** Milliseconds in which whoever closed something may give the keyboard back to a better place. */
const patience = 700

/** The nearest place around it that is still there: a dialog it stood in, or the page, by its head. */
const placeAround = (around: readonly Element[]): HTMLElement | null => {
  const dialog = around.find((one) => one.isConnected && one.matches('[role=dialog], dialog'))
  if (dialog instanceof HTMLElement) return dialog
  return document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.querySelector('main')
}

/** It is no more, or takes no keys any more. */
const isGone = (element: Element): boolean => !element.isConnected || element.matches(':disabled')

const ancestorsOf = (element: Element): Element[] => {
  const all: Element[] = []
  for (let one = element.parentElement; one; one = one.parentElement) all.push(one)
  return all
}

/**
 * What has the keyboard may go away, as a form that was saved or a dialog that an address opened: the browser then begins
 * at the very top again. Whoever works with keys goes on from the head of where they were (WCAG 2.4.3).
 */
export const useKeptFocus = (): void => {
  useEffect(() => {
    let last: Element | null = null
    let around: readonly Element[] = []
    let timer: number | undefined
    const note = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return
      last = target
      around = ancestorsOf(target)
    }
    const keep = (): void => {
      timer = undefined
      if (document.activeElement !== document.body || last === null || !isGone(last)) return
      last = null
      placeAround(around)?.focus({ preventScroll: true })
    }
    const watcher = new MutationObserver(() => {
      if (timer !== undefined || last === null || !isGone(last)) return
      timer = window.setTimeout(keep, patience)
    })
    document.addEventListener('focusin', note)
    watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      document.removeEventListener('focusin', note)
      watcher.disconnect()
      window.clearTimeout(timer)
    }
  }, [])
}
