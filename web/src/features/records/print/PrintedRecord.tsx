import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { Addendum, RecordRow } from '@ulna/contract/records/records'
import { standingOf } from '@ulna/contract/records/records.policy'
import { recordContents } from '@ulna/contract/records/records.summary.rules'
import type { ReadingContext } from '@ulna/contract/records/records.values.rules'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordScores } from '../../../blocks/record-scores/RecordScores.tsx'
import { Addenda } from '../history/Addenda.tsx'
import type { RecordWords } from '../use-record-words.ts'
import styles from './PrintedRecord.module.css'

export interface PrintedRecordProps {
  record: RecordRow
  /** Class and version the record was written with. */
  recordClass: RecordClass | undefined
  words: RecordWords
  context: ReadingContext
  /** Added to it, oldest first. */
  addenda: readonly Addendum[]
  /** The files that belong to it. */
  files: ReactNode
}

/** Every part of a record as it goes onto paper: nothing is cut short, nothing is left out. */
export const PrintedRecord = ({
  record,
  recordClass,
  words,
  context,
  addenda,
  files,
}: PrintedRecordProps) => {
  const { t } = useTranslation(['print', 'record', 'history'])
  const isVoid = record.voidedAt !== null
  const state = t(`record:open.${standingOf(record)}`)
  return (
    <article className={styles.record} data-void={isVoid || undefined} aria-label={words.title(record)}>
      <h2>{words.title(record)}</h2>
      <p className={styles.meta}>
        {[
          words.subject(record),
          record.author.fullName,
          words.when(record),
          words.written(record),
          t('version', { version: record.version }),
          state,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {isVoid && (
        <p className={styles.void}>{t('record:open.voided', { reason: record.voidReason ?? '' })}</p>
      )}
      {record.caseStatus === 'closed' && (
        <p className={styles.meta}>
          {t('record:open.closedCase', {
            day: words.plainDay(record.caseClosedOn),
            outcome: record.caseOutcome ? t(`record:outcome.${record.caseOutcome}`) : '',
          })}
        </p>
      )}
      <Contents record={record} recordClass={recordClass} context={context} />
      {files}
      <Addenda addenda={addenda} words={words} />
    </article>
  )
}

const Contents = ({
  record,
  recordClass,
  context,
}: Pick<PrintedRecordProps, 'record' | 'recordClass' | 'context'>) => {
  const { t } = useTranslation('record')
  if (!record.data || !recordClass) return <p className={styles.meta}>{t('open.hiddenText')}</p>
  const sections = recordContents(recordClass, record.data, context)
  if (sections.length === 0) return <p className={styles.meta}>{t('summary.empty')}</p>
  return (
    <>
      {sections.map((section) => (
        <section key={section.sectionId} aria-label={section.label}>
          {sections.length > 1 && <h3>{section.label}</h3>}
          {section.text && <p className={styles.text}>{section.text}</p>}
          <dl className={styles.list}>
            {section.items.map((item) => (
              <div key={item.fieldId}>
                <dt>{item.label}</dt>
                <dd>{item.text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {recordClass.scores && (
        <RecordScores recordClass={recordClass} data={record.data} language={context.language} />
      )}
    </>
  )
}
