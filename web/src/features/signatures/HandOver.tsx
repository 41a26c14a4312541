import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { languages } from '@ulna/contract/languages'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { DocumentToSign, RecordSignatures, SignedDocument } from '@ulna/contract/signatures/signatures'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../api/session/session.ts'
import { FormFrame } from '../../blocks/form/FormFrame.tsx'
import { Logo } from '../../ui/base/Logo.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { DocumentText } from './DocumentText.tsx'
import { HandFields } from './HandFields.tsx'
import { Outcome } from './Outcome.tsx'
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
  const [outcome, setOutcome] = useState<HandedOutcome>()
  const back = useHandBack()
  const practitioner = firstNameOf(authDoctor?.fullName ?? '')
  const giveBack = () => back.mutate(undefined, { onSuccess: onBack })
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <Logo />
        <strong className={styles.practice}>{authPractice.name}</strong>
        {outcome === undefined && (
          <SelectField
            className={styles.language}
            label={t('handOver.language')}
            value={language}
            options={languages.map((one) => ({ value: one, label: languageNames[one] }))}
            onChange={(event) => onLanguage(event.currentTarget.value as Language)}
          />
        )}
        <span className={styles.pinned}>{t('handOver.pinned')}</span>
        <Button variant="subtle" color="gray" px={12} loading={back.isPending} onClick={giveBack}>
          {t('handOver.giveBack', { name: practitioner })}
        </Button>
      </header>
      <main className={styles.main}>
        {outcome === undefined ? (
          <>
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
                onOutcome={setOutcome}
                onStale={() => void shown.refetch()}
              />
            )}
          </>
        ) : (
          <Outcome
            {...outcome}
            practitioner={practitioner}
            pending={back.isPending}
            onReadAgain={() => setOutcome(undefined)}
            onBack={giveBack}
          />
        )}
      </main>
    </div>
  )
}

/** What was on show, and what stands under it if it was signed. */
interface HandedOutcome {
  readonly document: SignedDocument
  readonly signed: RecordSignatures | undefined
}

interface ToSignProps {
  shown: DocumentToSign
  practitioner: string
  onOutcome: (outcome: HandedOutcome) => void
  /** Somebody changed the record meanwhile: what it says now is to be read. */
  onStale: () => void
}

const signers = ['patient', 'guardian'] as const

const ToSign = ({ shown, practitioner, onOutcome, onStale }: ToSignProps) => {
  const { t } = useTranslation('signatures')
  const { document } = shown
  const { patient, record } = document
  const signing = useSign({ id: record.id, ownerId: patient.id })
  const { frame, ...form } = useHandForm({
    signers,
    sign: (hand) => signing.mutateAsync({ shown, hand }, { onError: onStale }),
    onSigned: (signed) => onOutcome({ document, signed }),
  })
  const large = { size: 'xl', className: styles.large ?? '' }
  return (
    <FormFrame frame={frame} label={t('sign')}>
      <div className={styles.columns}>
        <div>
          <h1 className={styles.title} tabIndex={-1}>
            {t('handOver.title', { name: firstNameOf(patient.name) })}
          </h1>
          <p className={styles.lead}>{t('handOver.lead', { name: practitioner })}</p>
          <DocumentText document={document} />
        </div>
        <div className={styles.hand}>
          <HandFields form={form} signers={signers} names={{ patient: patient.name, practitioner }} />
        </div>
      </div>
      <div className={styles.foot}>
        <Button variant="default" {...large} onClick={() => onOutcome({ document, signed: undefined })}>
          {t('handOver.notNow')}
        </Button>
        <Button type="submit" {...large} loading={frame.pending}>
          {t('sign')}
        </Button>
      </div>
    </FormFrame>
  )
}
