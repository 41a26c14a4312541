import type { AfterPackage } from '@ulna/contract/appointments.course'

/** Tells with what a move says of visits that come to lie after the last day of their package; fetched where there are any. */
export const tellAfterPackage = (after: AfterPackage | undefined, tell: (warning: string) => void): void => {
  if (!after) {
    tell('')
    return
  }
  import('./after-package-words.ts')
    .then(({ wordsOf }) => wordsOf(after))
    .then(
      (words) => tell(` ${words}`),
      () => tell(''),
    )
}
