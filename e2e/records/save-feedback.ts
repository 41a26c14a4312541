import type { Page } from '@playwright/test'

/** From now on it is noted when a button that was pressed shows that it works. */
export const watchFeedback = (page: Page, name: string): Promise<void> =>
  page.evaluate((label) => {
    const watched = window as unknown as { feedbackMs: number }
    watched.feedbackMs = 0
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent === label)
    button?.addEventListener('pointerdown', ({ timeStamp }) => {
      const look = (): void => {
        if (button.hasAttribute('data-loading')) watched.feedbackMs ||= performance.now() - timeStamp
        else requestAnimationFrame(look)
      }
      look()
    })
  }, name)

/** Milliseconds from the press of the watched button until it showed on the screen that it works; 0 while it does not. */
export const saveFeedbackMs = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { feedbackMs: number }).feedbackMs)
