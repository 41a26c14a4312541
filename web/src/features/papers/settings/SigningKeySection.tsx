import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SigningKeyFacts } from '@ulna/contract/papers/papers.keys'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/practice/use-permission.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { Row } from '../../../ui/base/Row.tsx'
import { CardBody } from '../../../ui/CardBody.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { AlertIcon } from '../../../ui/icons/base-icons.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { KeyFileForm } from './KeyFileForm.tsx'
import styles from './SigningKeySection.module.css'
import { signingKeysQuery, useRemoveKey } from './signing-key.queries.ts'

const KeyFacts = ({ title, facts }: { title: string; facts: SigningKeyFacts }) => {
  const { t } = useTranslation('signingKey')
  const { instantDay } = useDates()
  const until = instantDay(facts.validUntil)
  return (
    <div className={styles.key}>
      <h3>{title}</h3>
      <Facts
        facts={[
          [t('subject'), facts.subject],
          [t('issuer'), facts.issuer],
          [t('valid'), t('range', { from: instantDay(facts.validFrom), until })],
          [t('fingerprint'), <small key="fingerprint">{facts.fingerprint}</small>],
        ]}
      />
    </div>
  )
}

/** Says that the certificate ends, before it does. */
const Ending = ({ facts }: { facts: SigningKeyFacts }) => {
  const { t } = useTranslation('signingKey')
  const { instantDay } = useDates()
  if (facts.state === 'valid') return null
  return (
    <p className={styles.warning} role="status">
      <AlertIcon /> {t(facts.state, { day: instantDay(facts.validUntil) })}
    </p>
  )
}

const RemoveDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('signingKey')
  const remove = useRemoveKey()
  return (
    <ConfirmDialog
      destructive
      title={t('removeTitle')}
      confirmLabel={t('remove')}
      cancelLabel={t('cancel')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('removeText')}</p>
    </ConfirmDialog>
  )
}

type Step = 'shown' | 'choosing' | 'removing'

/** What papers of the practice are signed with: a key made for it, or a certificate that its owner supplies. */
export const SigningKeySection = () => {
  const { t } = useTranslation('signingKey')
  const { data: keys } = useQuery(signingKeysQuery)
  const { allowed, reason } = usePermission('changeSigningKey')
  const [step, setStep] = useState<Step>('shown')
  const show = () => setStep('shown')
  if (!keys) return null
  const { supplied, generated } = keys
  const signsItself = supplied === null || supplied.state === 'ended'
  const why = allowed ? {} : { reason }
  return (
    <Card title={t('title')} lead={t('lead')}>
      <CardBody>
        {supplied && (
          <div>
            <KeyFacts title={t('own')} facts={supplied} />
            <Ending facts={supplied} />
          </div>
        )}
        {signsItself && generated && <KeyFacts title={t('generated')} facts={generated} />}
        {signsItself && !generated && (
          <p>
            {t('generated')}: {t('none')}
          </p>
        )}
        {step === 'choosing' ? (
          <KeyFileForm onDone={show} />
        ) : (
          <Row>
            <ReasonedButton variant="default" {...why} onClick={() => setStep('choosing')}>
              {t(supplied ? 'replace' : 'open')}
            </ReasonedButton>
            {supplied && allowed && (
              <Button variant="subtle" color="red" onClick={() => setStep('removing')}>
                {t('remove')}
              </Button>
            )}
          </Row>
        )}
        {step === 'removing' && <RemoveDialog onClose={show} />}
      </CardBody>
    </Card>
  )
}
