import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { languages } from '@ulna/contract/languages'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { DocumentToSign } from '@ulna/contract/signatures/signatures'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../api/session/session.ts'
import { FormFrame } from '../../blocks/form/FormFrame.tsx'
import { FormActions } from '../../ui/base/FormActions.tsx'
import { Logo } from '../../ui/base/Logo.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { DocumentText } from './DocumentText.tsx'
import { HandFields } from './HandFields.tsx'
import styles from './Signing.module.css'
import { documentQuery, useHandBack, useSign } from './signatures.queries.ts'
import { useHandForm } from './use-hand-form.ts'

export interface HandOverProps {
  patientId: number
  recordId: number
  language: Language
  onLanguage: (language: Language) => void
  /** The practitioner has the device again. */
  onBack: () => void
}

const languageNames: Readonly<Record<Language, string>> = { es: 'Español', en: 'English', it: 'Italiano' }

const firstNameOf = (name: string): string => name.split(' ')[0] ?? name

/** One document and a pad on a device that somebody else holds: the only way on is the practitioner’s proof. */
export const HandOver = ({ patientId, recordId, language, onLanguage, onBack }: HandOverProps) => {
  const { t } = useTranslation('signatures')
  const { authDoctor, authPractice } = usePracticeSession()
  const record = { id: recordId, ownerId: patientId }
  const shown = useQuery(documentQuery(record, language))
  const [outcome, setOutcome] = useState<'signed' | 'declined'>()
  const back = useHandBack()
  const practitioner = firstNameOf(authDoctor?.fullName ?? '')
  const giveBack = () => back.mutate(undefined, { onSuccess: onBack })
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <Logo />
        <strong className={styles.practice}>{authPractice.name}</strong>
        <span className={styles.pinned}>{t('handOver.pinned')}</span>
        <Button variant="subtle" color="gray" size="lg" loading={back.isPending} onClick={giveBack}>
          {t('handOver.giveBack', { name: practitioner })}
        </Button>
      </header>
      <main className={styles.main}>
        {outcome === undefined ? (
          <>
            <SelectField
              className={styles.language}
              label={t('handOver.language')}
              value={language}
              options={languages.map((one) => ({ value: one, label: languageNames[one] }))}
              onChange={(event) => onLanguage(event.currentTarget.value as Language)}
            />
            {shown.isPending && <SkeletonRows rows={6} label={t('handOver.loading')} />}
            {shown.isError && (
              <div role="alert">
                <p className={styles.problem}>{t('handOver.notRead')}</p>
                <Button onClick={() => void shown.refetch()}>{t('handOver.again')}</Button>
              </div>
            )}
            {shown.data && (
              <ToSign
                shown={shown.data}
                practitioner={practitioner}
                onSigned={() => setOutcome('signed')}
                onDeclined={() => setOutcome('declined')}
                onStale={() => void shown.refetch()}
              />
            )}
          </>
        ) : (
          <Outcome outcome={outcome} practitioner={practitioner} pending={back.isPending} onBack={giveBack} />
        )}
      </main>
    </div>
  )
}

interface ToSignProps {
  shown: DocumentToSign
  practitioner: string
  onSigned: () => void
  onDeclined: () => void
  /** Somebody changed the record meanwhile: what it says now is to be read. */
  onStale: () => void
}

const signers = ['patient', 'guardian'] as const

const ToSign = ({ shown, practitioner, onSigned, onDeclined, onStale }: ToSignProps) => {
  const { t } = useTranslation('signatures')
  const { patient, record } = shown.document
  const signing = useSign({ id: record.id, ownerId: patient.id })
  const { frame, ...form } = useHandForm({
    signers,
    sign: (hand) => signing.mutateAsync({ shown, hand }, { onError: onStale }),
    onSigned,
  })
  const large = { size: 'xl', className: styles.large ?? '' }
  return (
    <div className={styles.columns}>
      <div>
        <h1 className={styles.title}>{t('handOver.title', { name: firstNameOf(patient.name) })}</h1>
        <p className={styles.lead}>{t('handOver.lead', { name: practitioner })}</p>
        <DocumentText document={shown.document} />
      </div>
      <FormFrame frame={frame} label={t('sign')}>
        <HandFields form={form} signers={signers} names={{ patient: patient.name, practitioner }} />
        <FormActions>
          <Button variant="default" {...large} onClick={onDeclined}>
            {t('handOver.notNow')}
          </Button>
          <Button type="submit" {...large} loading={frame.pending}>
            {t('sign')}
          </Button>
        </FormActions>
      </FormFrame>
    </div>
  )
}

interface OutcomeProps {
  outcome: 'signed' | 'declined'
  practitioner: string
  pending: boolean
  onBack: () => void
}

const Outcome = ({ outcome, practitioner, pending, onBack }: OutcomeProps) => {
  const { t } = useTranslation('signatures')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.outcome}>
      <h1 ref={heading} tabIndex={-1}>
        {t(`outcome.${outcome}`)}
      </h1>
      <p>{t('outcome.text', { name: practitioner })}</p>
      <Button size="xl" className={styles.large ?? ''} loading={pending} onClick={onBack}>
        {t('handOver.giveBack', { name: practitioner })}
      </Button>
    </section>
  )
}
