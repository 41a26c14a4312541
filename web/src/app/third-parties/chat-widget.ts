/** Runs when the page has loaded and the browser has nothing better to do. */
export const whenIdle = (run: () => void): void => {
  const idle = (): void => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(run)
    // Safari has no idle callback yet.
    else setTimeout(run, 1)
  }
  if (document.readyState === 'complete') idle()
  else window.addEventListener('load', idle, { once: true })
}

/** The chat widget belongs to the public pages alone (specification §1); everything below this path is the app. */
export const isPublicPath = (pathname: string): boolean => !/^\/app(\/|$)/.test(pathname)
