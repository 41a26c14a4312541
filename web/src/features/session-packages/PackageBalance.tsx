import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { balanceTone, sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import { Pips } from '../../blocks/package-balance/Pips.tsx'
import styles from './PackageBalance.module.css'
import { usePackageWords } from './use-package-words.ts'

/** The balance as a figure, as bars and in words. */
export const PackageBalance = ({ sold }: { sold: SessionPackage }) => {
  const { t, left } = usePackageWords()
  return (
    <div className={styles.balance}>
      <p className={styles.figures}>
        <span className={styles.used}>{sold.usedSessions}</span>
        <span className={styles.of}> / {sold.numSessions}</span>
      </p>
      <Pips sessions={sold} tone={balanceTone(sold.status, sessionsLeft(sold))} large />
      <p className={styles.words}>
        {left(sold)} {sold.autoAdd ? t('autoAdds') : null}
      </p>
    </div>
  )
}
