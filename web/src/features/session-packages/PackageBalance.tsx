import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { balanceTone, sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import { Pips } from '../../blocks/package-balance/Pips.tsx'
import css from './PackageBalance.module.css'
import { usePackageWords } from './use-package-words.ts'

/** The balance as a figure, as bars and in words. */
export const PackageBalance = ({ sold }: { sold: SessionPackage }) => {
  const { t, left } = usePackageWords()
  return (
    <div className={css.balance}>
      <p className={css.figures}>
        <span className={css.used}>{sold.usedSessions}</span>
        <span className={css.of}> / {sold.numSessions}</span>
      </p>
      <Pips sessions={sold} tone={balanceTone(sold.status, sessionsLeft(sold))} large />
      <p className={css.words}>
        {left(sold)} {sold.autoAdd ? t('autoAdds') : null}
      </p>
    </div>
  )
}
