import { Button } from '@mantine/core'
import type { SecurityOverview } from '@ulna/contract/accounts/accounts.security'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { useCopy } from '../../../api/use-copy.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { Hint } from '../../../ui/base/Hint.tsx'
import { Row } from '../../../ui/base/Row.tsx'
import { stackClass } from '../../../ui/base/stack.ts'
import { TextField } from '../../../ui/base/TextField.tsx'
import { CardBody } from '../../../ui/CardBody.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { CheckIcon } from '../../../ui/icons/base-icons.tsx'
import { QrCode } from '../../../ui/paper/QrCode.tsx'
import { Pill } from '../../../ui/pills/Pill.tsx'
import { useConfirmTotp, useDisableTotp, useMakeRecoveryCodes, useStartTotp } from '../security.queries.ts'
import { useTypedForm } from '../sign-in/typed-faults.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './SecondFactor.module.css'

interface Enrolment {
  readonly secret: string
  readonly uri: string
}

/** Groups of four are easier to type. */
const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

const EnrolmentForm = ({
  enrolment,
  onConfirmed,
  onCancel,
}: {
  enrolment: Enrolment
  onConfirmed: (codes: string[]) => void
  onCancel: () => void
}) => {
  const { t } = useTranslation('settings')
  const { textOf } = useErrorText()
  const confirm = useConfirmTotp()
  const { copy, isCopied } = useCopy()
  const { faults, isComplete, forget } = useTypedForm()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!isComplete(event.currentTarget)) return
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    confirm.mutate(code, { onSuccess: onConfirmed })
  }
  return (
    <CardBody>
      <form
        className={stackClass(20)}
        onSubmit={submit}
        onInput={forget}
        noValidate
        aria-label={t('security.totp.title')}
      >
        <div className={styles.enrolment}>
          <QrCode text={enrolment.uri} label={t('security.totp.qr')} />
          <div className={styles.steps}>
            <p>{t('security.totp.scan')}</p>
            <div className={styles.secret}>
              <code>{grouped(enrolment.secret)}</code>
              <Button variant="default" onClick={() => void copy(enrolment.secret)}>
                {t(isCopied ? 'security.copied' : 'security.copy')}
              </Button>
            </div>
            <TextField
              name="code"
              label={t('security.totp.code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              minLength={6}
              maxLength={10}
              autoFocus
              error={faults.code ?? (confirm.error === null ? undefined : textOf(confirm.error))}
            />
          </div>
        </div>
        <Row>
          <Button type="submit" loading={confirm.isPending}>
            {t('security.totp.confirm')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('security.cancel')}
          </Button>
        </Row>
      </form>
    </CardBody>
  )
}

const TurnOffDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('settings')
  const disable = useDisableTotp()
  return (
    <ConfirmDialog
      destructive
      title={t('security.totp.offTitle')}
      confirmLabel={t('security.totp.off')}
      cancelLabel={t('security.cancel')}
      pending={disable.isPending}
      onConfirm={() => disable.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('security.totp.offText')}</p>
    </ConfirmDialog>
  )
}

const ActiveFactor = ({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) => {
  const { t } = useTranslation('settings')
  const [asksOff, setAsksOff] = useState(false)
  const make = useMakeRecoveryCodes()
  return (
    <CardBody>
      <Hint>{t('security.recovery.left', { count: left })}</Hint>
      <Row>
        <Button
          variant="default"
          loading={make.isPending}
          onClick={() => make.mutate(undefined, { onSuccess: onCodes })}
        >
          {t('security.recovery.make')}
        </Button>
        <Button variant="subtle" color="red" onClick={() => setAsksOff(true)}>
          {t('security.totp.off')}
        </Button>
      </Row>
      {asksOff && <TurnOffDialog onClose={() => setAsksOff(false)} />}
    </CardBody>
  )
}

const AbsentFactor = ({ onStarted }: { onStarted: (enrolment: Enrolment) => void }) => {
  const { t } = useTranslation('settings')
  const start = useStartTotp()
  return (
    <CardBody>
      <Row>
        <Button
          variant="default"
          loading={start.isPending}
          onClick={() => start.mutate(undefined, { onSuccess: onStarted })}
        >
          {t('security.totp.start')}
        </Button>
      </Row>
    </CardBody>
  )
}

type Step =
  | { readonly kind: 'rest' }
  | { readonly kind: 'enrolment'; readonly enrolment: Enrolment }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

/** The second factor: a code of an authenticator app besides the password, and the codes for the day it is lost. */
export const SecondFactorSection = ({ totp, recoveryCodesLeft }: SecurityOverview) => {
  const { t } = useTranslation('settings')
  const [step, setStep] = useState<Step>({ kind: 'rest' })
  const rest = (): void => setStep({ kind: 'rest' })
  const showCodes = (codes: string[]): void => setStep({ kind: 'codes', codes })
  const state = totp && (
    <Pill tone="good" icon={<CheckIcon size={15} />}>
      {t('security.totp.on')}
    </Pill>
  )
  return (
    <Card
      title={t('security.totp.title')}
      action={state}
      lead={step.kind === 'rest' ? t(totp ? 'security.totp.onText' : 'security.totp.lead') : undefined}
    >
      {step.kind === 'codes' && <RecoveryCodes codes={step.codes} onKept={rest} />}
      {step.kind === 'enrolment' && (
        <EnrolmentForm enrolment={step.enrolment} onConfirmed={showCodes} onCancel={rest} />
      )}
      {step.kind === 'rest' &&
        (totp ? (
          <ActiveFactor left={recoveryCodesLeft} onCodes={showCodes} />
        ) : (
          <AbsentFactor onStarted={(enrolment) => setStep({ kind: 'enrolment', enrolment })} />
        ))}
    </Card>
  )
}
