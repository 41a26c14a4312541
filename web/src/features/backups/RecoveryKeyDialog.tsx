import { Button } from '@mantine/core'
import { type FormEvent, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { useCopy } from '../../api/use-copy.ts'
import { FormActions } from '../../ui/base/FormActions.tsx'
import { Row } from '../../ui/base/Row.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { TextField } from '../../ui/base/TextField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { Paper } from '../../ui/paper/Paper.tsx'
import { QrCode } from '../../ui/paper/QrCode.tsx'
import styles from './RecoveryKey.module.css'
import { isEndOf, linesOf, type RecoveryKey, typedLength } from './recovery-key.ts'

const KeyPaper = ({ identity, onTaken }: { identity: string; onTaken: () => void }) => {
  const { t } = useTranslation('backups')
  const { copy, isCopied } = useCopy()
  return (
    <div className={stackClass(16)}>
      <p>{t('key.text')}</p>
      <Paper title={t('key.paper', { address: location.host })}>
        <div className={styles.key}>
          <QrCode text={identity} label={t('key.qr')} />
          <code className={styles.lines}>
            {linesOf(identity).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </code>
        </div>
        <p>{t('key.keep')}</p>
      </Paper>
      <Row>
        <Button variant="default" onClick={() => window.print()}>
          {t('key.print')}
        </Button>
        <Button variant="default" onClick={() => void copy(identity)}>
          {t(isCopied ? 'key.copied' : 'key.copy')}
        </Button>
        <Button onClick={onTaken}>{t('key.taken')}</Button>
      </Row>
    </div>
  )
}

interface CheckProps {
  identity: string
  isSaving: boolean
  onKept: () => void
  onBack: () => void
}

/** Its end is typed from paper: who can do that has it there. */
const KeyCheck = ({ identity, isSaving, onKept, onBack }: CheckProps) => {
  const { t } = useTranslation('backups')
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const isRight = isEndOf(identity, typed)
    setWrong(!isRight)
    if (isRight) onKept()
  }
  return (
    <form className={stackClass(16)} onSubmit={submit} noValidate>
      <TextField
        label={t('key.end', { count: typedLength })}
        hint={t('key.endHint')}
        error={isWrong ? t('key.wrong') : undefined}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <FormActions>
        <Button type="submit" loading={isSaving}>
          {t('key.save')}
        </Button>
        <Button variant="default" onClick={onBack}>
          {t('key.again')}
        </Button>
      </FormActions>
    </form>
  )
}

export interface RecoveryKeyDialogProps {
  /** Being made: it is shown once. */
  made: Promise<RecoveryKey>
  isSaving: boolean
  error: unknown
  onKept: (recipient: string) => void
  onClose: () => void
}

/** The key that opens every backup, to be put onto paper, and a proof that it is there. The server hears of its public half. */
export const RecoveryKeyDialog = ({ made, isSaving, error, onKept, onClose }: RecoveryKeyDialogProps) => {
  const { t } = useTranslation('backups')
  const { textOf } = useErrorText()
  const { identity, recipient } = use(made)
  const [isTaken, setTaken] = useState(false)
  return (
    <Dialog title={t('key.title')} closeLabel={t('key.close')} closeOnClickOutside={false} onClose={onClose}>
      {error !== null && error !== undefined && <ErrorBanner title={textOf(error)} />}
      {isTaken ? (
        <KeyCheck
          identity={identity}
          isSaving={isSaving}
          onKept={() => onKept(recipient)}
          onBack={() => setTaken(false)}
        />
      ) : (
        <KeyPaper identity={identity} onTaken={() => setTaken(true)} />
      )}
    </Dialog>
  )
}
