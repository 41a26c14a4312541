import { Button } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { RecordRow } from '@ulna/contract/records/records'
import { recordTitle } from '@ulna/contract/records/records.title.rules'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { permissionToCount, sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../api/http/messages.ts'
import { obstacleFor } from '../../api/practice/use-permission.ts'
import { usePracticeSession, useSession } from '../../api/session/session.ts'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
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
  const isHere = on.data !== undefined && off.every(({ data }) => data !== undefined)
  return isHere ? { on: on.data ?? [], off: off.flatMap(({ data }) => data ?? []) } : undefined
}

interface RowsProps {
  title: string
  rows: readonly RecordRow[]
  /** Among which are the cases of follow-ups. */
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

/** The session package selection dialog: which records count on the package. */
export const RecordsDialog = ({ sold, onClose }: { sold: SessionPackage; onClose: () => void }) => {
  const { t } = usePackageWords()
  const { authPractice } = usePracticeSession()
  const records = useRecords(sold)
  const [toggled, setToggled] = useState<readonly number[]>([])
  const change = useChangeRecords(authPractice.id, sold.id)
  const toggle = (id: number) =>
    setToggled((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  const idsOf = (rows: readonly RecordRow[] = []): number[] =>
    rows.filter(({ id }) => toggled.includes(id)).map(({ id }) => id)
  const [add, remove] = [idsOf(records?.off), idsOf(records?.on)]
  const all = [...(records?.on ?? []), ...(records?.off ?? [])]
  const left = sessionsLeft(sold) + remove.length - add.length
  const save = () =>
    change.mutate(
      { add, remove },
      {
        onSuccess: () => {
          queueInfo(t('records.saved'))
          onClose()
        },
      },
    )
  return (
    <WideDialog onClose={onClose} title={t('records.title')} size={560} closeLabel={t('back')}>
      {records === undefined && <SkeletonRows rows={4} label={t('records.title')} />}
      {records && records.on.length + records.off.length === 0 && (
        <EmptyState plain level={3} title={t('records.none')} />
      )}
      <Rows
        title={t('records.on')}
        rows={records?.on ?? []}
        all={all}
        sold={sold}
        isOn={(id) => !toggled.includes(id)}
        onToggle={toggle}
      />
      <Rows
        title={t('records.off')}
        rows={records?.off ?? []}
        all={all}
        sold={sold}
        isOn={(id) => toggled.includes(id)}
        onToggle={toggle}
      />
      <div className={styles.foot}>
        <p role="status" data-short={left < 0 || undefined}>
          {left < 0 ? t('records.short') : t('left', { count: left })}
        </p>
        <Button variant="default" onClick={onClose}>
          {t('back')}
        </Button>
        <Button
          onClick={save}
          loading={change.isPending}
          disabled={add.length + remove.length === 0 || (left < 0 && add.length > 0)}
        >
          {t('records.save')}
        </Button>
      </div>
    </WideDialog>
  )
}
