import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../api/session/session.ts'
import { useCopy } from '../../../api/use-copy.ts'
import { Hint } from '../../../ui/base/Hint.tsx'
import { Row } from '../../../ui/base/Row.tsx'
import { CardBody } from '../../../ui/CardBody.tsx'
import { Paper } from '../../../ui/paper/Paper.tsx'
import { saveBlob } from '../../../ui/save-blob.ts'
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
    <CardBody>
      <h3 ref={heading} tabIndex={-1}>
        {t('security.recovery.title')}
      </h3>
      <p>{t('security.recovery.text')}</p>
      <Paper title={title}>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </Paper>
      <Row>
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
      </Row>
      <Row>
        <Button onClick={onKept}>{t('security.recovery.kept')}</Button>
        {!wasTaken && <Hint>{t('security.recovery.notTaken')}</Hint>}
      </Row>
    </CardBody>
  )
}
