import { useQuery } from '@tanstack/react-query'
import type { FileMerge } from '@ulna/contract/patient-merges/patient-merges'
import type { Patient } from '@ulna/contract/patients/patients'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { calloutClass } from '../../ui/base/callout.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import styles from './Merge.module.css'
import { mergesQuery, useUndoMerge } from './patient-merges.queries.ts'

/** What was written since and stays, in words; nothing where there is none. */
const useStays = () => {
  const { t } = useTranslation('merge')
  return ({ stays }: FileMerge): string => {
    const kinds = (['records', 'visits', 'packages'] as const)
      .filter((kind) => stays[kind] > 0)
      .map((kind) => t(`merged.stays.${kind}`, { count: stays[kind] }))
    const all = stays.history ? [...kinds, t('merged.stays.history')] : kinds
    return all.length === 0 ? t('merged.undoText') : t('merged.undoStays', { what: all.join(', ') })
  }
}

const Line = ({ patient, merge }: { patient: Patient; merge: FileMerge }) => {
  const { t } = useTranslation('merge')
  const dates = useDates()
  const stays = useStays()
  const undoing = useUndoMerge(patient.id)
  const [isAsking, setIsAsking] = useState(false)
  const { other, mergedAt, mergedBy } = merge
  const sealed = merge.sealed.map(({ kind, count }) => t(`merged.sealed.${kind}`, { count })).join(', ')
  const obstacle = (): string | undefined => {
    if (!merge.last) return t('merged.notLast')
    if (sealed !== '') return t('merged.isSealed', { what: sealed })
    return patient.unlocked ? undefined : t('merged.locked')
  }
  return (
    <li className={styles.merged}>
      <div>
        <p>
          <strong>{t('merged.line', { number: other.fileId, name: other.fullName })}</strong>
        </p>
        <p className={styles.side}>
          {t('merged.by', { name: mergedBy, day: dates.instantDay(mergedAt), time: dates.time(mergedAt) })} ·{' '}
          {merge.reason}
        </p>
      </div>
      <ReasonedButton
        variant="default"
        reason={obstacle()}
        loading={undoing.isPending}
        onClick={() => setIsAsking(true)}
      >
        {t('merged.undo')}
      </ReasonedButton>
      {isAsking && (
        <ConfirmDialog
          title={t('merged.undoTitle', { number: other.fileId })}
          confirmLabel={t('merged.undo')}
          cancelLabel={t('merged.leave')}
          onConfirm={() => {
            setIsAsking(false)
            undoing.mutate(merge.id)
          }}
          onCancel={() => setIsAsking(false)}
        >
          <p>{stays(merge)}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

/** Whoever has just merged two files has the way back in sight. */
const isFresh = (merges: readonly FileMerge[]): boolean =>
  merges.some(({ mergedAt }) => Date.now() - Date.parse(mergedAt) < 3_600_000)

/** Over a file that others became part of: which, when, by whom, and the way back. */
export const MergedNotice = ({ patient }: { patient: Patient }) => {
  const { t } = useTranslation('merge')
  const { data = [] } = useQuery(mergesQuery(patient.id))
  if (data.length === 0) return null
  return (
    <details className={calloutClass('plain', styles.notice)} open={isFresh(data)}>
      <summary>{t('merged.title', { count: data.length })}</summary>
      <ul className={styles.merges}>
        {data.map((merge) => (
          <Line key={merge.id} patient={patient} merge={merge} />
        ))}
      </ul>
    </details>
  )
}
