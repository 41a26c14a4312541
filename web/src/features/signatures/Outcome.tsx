import { Button } from '@mantine/core'
import type { RecordSignatures, SignedDocument } from '@ulna/contract/signatures/signatures'
import { sealIdText } from '@ulna/contract/signatures/signatures.seal'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Card } from '../../ui/base/Card.tsx'
import { CardBody } from '../../ui/CardBody.tsx'
import { Facts } from '../../ui/Facts.tsx'
import styles from './Signing.module.css'

export interface OutcomeProps {
  document: SignedDocument
  /** What stands under it now; undefined: it was not signed. */
  signed: RecordSignatures | undefined
  practitioner: string
  pending: boolean
  /** Back to the document, by whoever would sign after all. */
  onReadAgain: () => void
  onBack: () => void
}

/** What became of the document, what was signed, and what comes next. */
export const Outcome = ({ document, signed, practitioner, pending, onReadAgain, onBack }: OutcomeProps) => {
  const { t } = useTranslation('signatures')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const outcome = signed ? 'signed' : 'declined'
  return (
    <section className={styles.outcome}>
      <h1 ref={heading} tabIndex={-1}>
        {t(`outcome.${outcome}`)}
      </h1>
      <WhatItWas document={document} signed={signed} />
      <p className={styles.next}>{t(`outcome.${outcome}Next`, { name: practitioner })}</p>
      <div className={styles.outcomeActions}>
        <Button size="xl" className={styles.large ?? ''} loading={pending} onClick={onBack}>
          {t('handOver.giveBack', { name: practitioner })}
        </Button>
        {!signed && (
          <Button variant="default" size="xl" className={styles.large ?? ''} onClick={onReadAgain}>
            {t('outcome.readAgain')}
          </Button>
        )}
      </div>
    </section>
  )
}

const WhatItWas = ({ document, signed }: Pick<OutcomeProps, 'document' | 'signed'>) => {
  const { t } = useTranslation('signatures')
  const dates = useDates()
  const { record, practice, patient } = document
  const own = signed?.signatures.findLast(({ withdrawnAt }) => withdrawnAt === null)
  return (
    <Card className={styles.signedCard}>
      <CardBody>
        <Facts
          facts={[
            [t('outcome.document'), [record.title, record.subject, record.day].filter(Boolean).join(' · ')],
            [t('outcome.of'), `${patient.name} · ${practice.name}`],
            ...(own
              ? ([
                  [t('outcome.by'), [own.typedName ?? own.signerName, t(`signer.${own.signer}`)].join(' · ')],
                  [t('outcome.at'), `${dates.instantDay(own.signedAt)}, ${dates.time(own.signedAt)}`],
                  [
                    t('seal'),
                    <span key="seal" className={styles.code}>
                      {sealIdText(own.sealId)}
                    </span>,
                  ],
                ] as const)
              : []),
          ]}
        />
        {own?.image && (
          <img className={styles.signedImage} src={own.image} alt={t('image', { name: own.signerName })} />
        )}
      </CardBody>
    </Card>
  )
}
