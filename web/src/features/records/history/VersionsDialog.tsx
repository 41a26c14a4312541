import { useQuery } from '@tanstack/react-query'
import type { RecordRow } from '@ulna/contract/records/records'
import { recordDifference } from '@ulna/contract/records/records.difference.rules'
import { recordContents } from '@ulna/contract/records/records.summary.rules'
import type { ReadingContext } from '@ulna/contract/records/records.values.rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../../blocks/notices/LoadFailed.tsx'
import { sameValues } from '../../../blocks/record-form/form/form-values.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'
import type { RecordWords } from '../use-record-words.ts'
import { Difference } from './Difference.tsx'
import { type ReadVersion, versionsQuery } from './history.queries.ts'
import styles from './VersionsDialog.module.css'

export interface VersionsDialogProps {
  record: RecordRow
  title: string
  words: RecordWords
  /** Age of the patient. */
  ageInYears: number | null
  onClose: () => void
}

const useReading = (ageInYears: number | null, { cases }: Pick<RecordWords, 'cases'>): ReadingContext => {
  const { t } = useTranslation('record')
  const { language, timeZone, timeFormat } = useDates()
  return { language, timeZone, timeFormat, ageInYears, cases, t: (key, values) => t(key, { ...values }) }
}

/** What made a version, in words. */
const useChangeWords = (words: RecordWords, versions: readonly ReadVersion[]) => {
  const { t } = useTranslation(['history', 'record'])
  return (one: ReadVersion): string => {
    if (one.change === 'case_closed')
      return t('change.case_closed', {
        day: words.plainDay(one.caseClosedOn),
        outcome: one.caseOutcome ? t(`record:outcome.${one.caseOutcome}`) : '',
      })
    const before = versions.find(({ version }) => version === one.version - 1)
    if (one.change === 'content' && before && sameValues(before.data, one.data)) return t('change.reviewed')
    return t(one.version === 1 ? 'change.written' : `change.${one.change}`)
  }
}

interface ShownProps {
  version: ReadVersion
  against: ReadVersion | undefined
  /** What made it. */
  change: string
  context: ReadingContext
  words: RecordWords
}

/** A version beside the one it is compared with; the first one as it was written. */
const Shown = ({ version, against, change, context, words }: ShownProps) => {
  const { t } = useTranslation('history')
  const differences = against
    ? recordDifference(against, version, context)
    : recordContents(version.recordClass, version.data, context).flatMap(({ items }) =>
        items.map(({ fieldId, label, text }) => ({
          fieldId,
          label,
          before: '',
          after: text,
          parts: [{ kind: 'same' as const, text }],
        })),
      )
  return (
    <section className={styles.shown} aria-label={t('versions.number', { version: version.version })}>
      <p className={styles.meta}>
        {t('versions.by', { author: version.author.fullName, when: words.moment(version.at) })}
        {' · '}
        {change}
      </p>
      {version.reason && <p className={styles.reason}>{t('versions.reason', { reason: version.reason })}</p>}
      {differences.length === 0 ? (
        <p className={styles.none}>{t('difference.none')}</p>
      ) : (
        <Difference
          differences={differences}
          before={against && t('versions.number', { version: against.version })}
          after={t('versions.number', { version: version.version })}
        />
      )}
    </section>
  )
}

const Versions = ({
  versions,
  words,
  ageInYears,
}: { versions: readonly ReadVersion[] } & Pick<VersionsDialogProps, 'words' | 'ageInYears'>) => {
  const { t } = useTranslation('history')
  const changeWords = useChangeWords(words, versions)
  const context = useReading(ageInYears, words)
  const [chosen, setChosen] = useState(versions[0]?.version ?? 1)
  const [other, setOther] = useState<number>()
  const version = versions.find((one) => one.version === chosen)
  const before = versions.filter((one) => one.version < chosen)
  const against = before.find((one) => one.version === other) ?? before[0]
  const nameOf = (one: ReadVersion): string =>
    `${t('versions.number', { version: one.version })} · ${words.moment(one.at)}`
  const describe = (one: ReadVersion): string =>
    [nameOf(one), one.author.fullName, changeWords(one)].join(' · ')
  return (
    <>
      <div className={styles.choices}>
        <SelectField
          label={t('versions.shown')}
          value={String(chosen)}
          options={versions.map((one) => ({ value: String(one.version), label: describe(one) }))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
        {against && (
          <SelectField
            label={t('versions.against')}
            value={String(against.version)}
            options={before.map((one) => ({ value: String(one.version), label: nameOf(one) }))}
            onChange={(event) => setOther(Number(event.currentTarget.value))}
          />
        )}
      </div>
      {version && (
        <Shown
          version={version}
          against={against}
          change={changeWords(version)}
          context={context}
          words={words}
        />
      )}
    </>
  )
}

/** Who wrote what and when, and what one version says differently from another. */
export const VersionsDialog = ({ record, title, words, ageInYears, onClose }: VersionsDialogProps) => {
  const { t } = useTranslation(['history', 'common'])
  const { data, error, refetch } = useQuery(versionsQuery(record))
  return (
    <Dialog
      onClose={onClose}
      title={t('versions.title', { title })}
      size={860}
      closeLabel={t('versions.close')}
    >
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={5} label={t('common:loading')} />}
      {data && <Versions versions={data} words={words} ageInYears={ageInYears} />}
    </Dialog>
  )
}
