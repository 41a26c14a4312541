import { useQueries, useQuery } from '@tanstack/react-query'
import type { RecordRow } from '@ulna/contract/records/records'
import { recordTitle } from '@ulna/contract/records/records.title.rules'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { permissionToCount, sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { queueInfo } from '../../api/http/messages.ts'
import { obstacleFor } from '../../api/practice/use-permission.ts'
import { usePracticeSession, useSession } from '../../api/session/session.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import styles from './RecordsDialog.module.css'
import { recordsOfPackageQuery, selectableQuery, useChangeRecords } from './session-packages.queries.ts'
import { usePackageWords } from './use-package-words.ts'

/** Records on the package, and those of its patients that are on none. */
const useRecords = (sold: SessionPackage) => {
  const { authPractice } = usePracticeSession()
  const on = useQuery(recordsOfPackageQuery(authPractice.id, sold.id))
  const off = useQueries({
    queries: sold.patients.map(({ id }) => selectableQuery(authPractice.id, id)),
  })
  if (!on.data || off.some(({ data }) => data === undefined)) return { isHere: false }
  return { isHere: true, on: on.data, off: off.flatMap(({ data }) => data ?? []) }
}

/** Ids of the rows that were toggled. */
const among = (rows: readonly RecordRow[], toggled: readonly number[]): number[] =>
  rows.filter(({ id }) => toggled.includes(id)).map(({ id }) => id)

interface RowsProps {
  title: string
  rows: readonly RecordRow[]
  /** All records that are listed, the cases of follow-ups among them. */
  all: readonly RecordRow[]
  sold: SessionPackage
  isOn: (id: number) => boolean
  onToggle: (id: number) => void
}

const Rows = ({ title, rows, all, sold, isOn, onToggle }: RowsProps) => {
  const words = usePackageWords()
  const { t } = useTranslation('record')
  const session = useSession()
  const { authDoctor } = usePracticeSession()
  if (rows.length === 0) return null
  const names = new Map(all.map(({ id, name }) => [id, name]))
  const label = (record: RecordRow): string =>
    [
      recordTitle(record, {
        language: words.dates.language,
        timeZone: words.dates.timeZone,
        t: (key, values) => t(key, { ...values }),
        caseName: record.caseId === null ? null : (names.get(record.caseId) ?? null),
      }).full,
      sold.patients.length > 1 && sold.patients.find(({ id }) => id === record.ownerId)?.fullName,
      words.dates.day(record.localDay),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <fieldset className={styles.rows}>
      <legend>{title}</legend>
      {rows.map((row) => (
        <CheckboxField
          key={row.id}
          label={label(row)}
          checked={isOn(row.id)}
          disabled={obstacleFor(permissionToCount(row.authorId, authDoctor?.id ?? null), session) !== null}
          onChange={() => onToggle(row.id)}
        />
      ))}
    </fieldset>
  )
}

/** Which records count on the package; those that are on none may be added, those on it taken off. */
export const RecordsDialog = ({ sold, onClose }: { sold: SessionPackage; onClose: () => void }) => {
  const { t } = usePackageWords()
  const { authPractice } = usePracticeSession()
  const { on = [], off = [], isHere } = useRecords(sold)
  const { mutateAsync } = useChangeRecords(authPractice.id, sold.id)
  const { frame, values, change } = useServerForm({
    stored: sold,
    startOf: (): { toggled: readonly number[] } => ({ toggled: [] }),
    save: ({ values: { toggled } }) => mutateAsync({ add: among(off, toggled), remove: among(on, toggled) }),
    onSaved: () => {
      queueInfo(t('records.saved'))
      onClose()
    },
  })
  const { toggled } = values
  const toggle = (id: number) =>
    change({ toggled: toggled.includes(id) ? toggled.filter((one) => one !== id) : [...toggled, id] })
  const added = among(off, toggled).length
  const left = sessionsLeft(sold) + among(on, toggled).length - added
  const shared = { all: [...on, ...off], sold, onToggle: toggle }
  return (
    <FormDialog
      frame={frame}
      isReading={!isHere}
      reason={left < 0 && added > 0 ? t('records.short') : undefined}
      title={t('records.title')}
      size={560}
      saveLabel={t('records.save')}
      onClose={onClose}
    >
      {!isHere && <SkeletonRows rows={4} label={t('records.title')} />}
      {isHere && on.length + off.length === 0 && <EmptyState plain level={3} title={t('records.none')} />}
      <Rows {...shared} title={t('records.on')} rows={on} isOn={(id) => !toggled.includes(id)} />
      <Rows {...shared} title={t('records.off')} rows={off} isOn={(id) => toggled.includes(id)} />
      <p role="status" className={styles.left} data-short={left < 0 || undefined}>
        {left < 0 ? t('records.short') : t('left', { count: left })}
      </p>
    </FormDialog>
  )
}
