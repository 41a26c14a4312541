import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../api/session/session.ts'
import { useCopy } from '../../../api/use-copy.ts'
import { saveBlob } from '../../../ui/save-blob.ts'
import classes from './AccountSheets.module.css'
import styles from './SecondFactor.module.css'

/** The recovery codes, once: to copy, download or print, then to be put away. */
export const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const { t } = useTranslation(['settings', 'common'])
  const { authUser } = usePracticeSession()
  const [wasTaken, setWasTaken] = useState(false)
  const { copy, isCopied } = useCopy()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const title = t('security.recovery.paper', { username: authUser.username })
  const text = `${title}\n\n${codes.join('\n')}\n`
  const taking = (take: () => void) => () => {
    take()
    setWasTaken(true)
  }
  return (
    <div className={classes.body}>
      <h3 ref={heading} tabIndex={-1}>
        {t('security.recovery.title')}
      </h3>
      <p className={classes.lead}>{t('security.recovery.text')}</p>
      <div className={styles.paper} data-recovery-codes>
        <p className={styles.printed}>{title}</p>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={taking(() => void copy(codes.join('\n')))}>
          {t(isCopied ? 'security.copied' : 'security.copy')}
        </Button>
        <Button
          variant="default"
          onClick={taking(() => saveBlob(new Blob([text], { type: 'text/plain' }), 'ulna.txt'))}
        >
          {t('security.recovery.download')}
        </Button>
        <Button variant="default" onClick={taking(() => window.print())}>
          {t('security.recovery.print')}
        </Button>
      </div>
      <div className={classes.actions}>
        <Button onClick={onKept}>{t('security.recovery.kept')}</Button>
        {!wasTaken && <span className={classes.detail}>{t('security.recovery.notTaken')}</span>}
      </div>
    </div>
  )
}
