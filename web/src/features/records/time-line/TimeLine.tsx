import { Button } from '@mantine/core'
import type { RecordRow } from '@ulna/contract/records/records'
import { searchRecords } from '@ulna/contract/records/records.rules'
import { type ComponentType, type ReactNode, useMemo, useState, useTransition } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/base/EmptyState.tsx'
import { Hint } from '../../../ui/base/Hint.tsx'
import { SearchField } from '../../../ui/fields/SearchField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { CheckIcon, CloseIcon } from '../../../ui/icons/base-icons.tsx'
import { CaseIcon, MedicalHistoryIcon, TableIcon } from '../../../ui/icons/file-icons.tsx'
import type { IconProps } from '../../../ui/icons/Icon.tsx'
import { DocumentIcon } from '../../../ui/icons/shared-icons.tsx'
import type { RecordWords } from '../use-record-words.ts'
import { RecordCard } from './RecordCard.tsx'
import styles from './TimeLine.module.css'
import {
  matches,
  type NodeShape,
  type RecordKindFilter,
  recordKinds,
  timeLineEntries,
} from './time-line-entries.ts'
import { useGrowingList } from './use-growing-list.ts'

export interface PlannedVisit {
  /** Day and time in words. */
  when: string
  doctorName: string
}

export interface DraftCard {
  key: string
  title: string
  when: string
  /** The device that a copy was written on, in words; empty where nobody knows. */
  copyFrom?: string
}

export interface TimeLineProps {
  records: readonly RecordRow[]
  words: RecordWords
  /** Small pictures of a record's files; undefined where it has none. */
  thumbnailsOf: (record: RecordRow) => ReactNode
  openId: number | undefined
  onOpen: (recordId: number) => void
  /** Only this case and its follow-ups. */
  caseId: number | undefined
  onClearCase: () => void
  planned: PlannedVisit | undefined
  drafts: readonly DraftCard[]
  onOpenDraft: (key: string) => void
  /** What an empty file offers. */
  onWriteFirst: (() => void) | undefined
}

const nodeIcons: Readonly<Record<NodeShape, ComponentType<IconProps> | undefined>> = {
  signed: CheckIcon,
  unsigned: undefined,
  case: CaseIcon,
  medicalHistory: MedicalHistoryIcon,
  document: DocumentIcon,
  test: TableIcon,
  void: CloseIcon,
}

const Node = ({ shape }: { shape: NodeShape }) => {
  const NodeIcon = nodeIcons[shape]
  return (
    <span className={styles.node} data-shape={shape} aria-hidden="true">
      {NodeIcon && <NodeIcon />}
    </span>
  )
}

/** Their place is kept before they are there. */
const Thumbnails = ({ children }: { children: ReactNode }) =>
  children === undefined ? null : <div className={styles.thumbnails}>{children}</div>

/** The records of a file on the thread, newest first, narrowed as one types. */
export const TimeLine = ({
  records,
  words,
  thumbnailsOf,
  openId,
  onOpen,
  caseId,
  onClearCase,
  planned,
  drafts,
  onOpenDraft,
  onWriteFirst,
}: TimeLineProps) => {
  const { t } = useTranslation('record')
  const [typed, setTyped] = useState('')
  const [sought, setSought] = useState('')
  const [kind, setKind] = useState<RecordKindFilter>('all')
  const [, startTransition] = useTransition()

  const narrowed = useMemo(
    () => records.filter((record) => matches(record, { kind, caseId })),
    [records, kind, caseId],
  )
  const found = useMemo(() => searchRecords(narrowed, sought, words.charts), [narrowed, sought, words])
  const entries = useMemo(() => timeLineEntries(found), [found])
  const { count, sentinel, more } = useGrowingList(entries.length, `${sought}|${kind}|${caseId ?? ''}`)
  const isNarrowed = sought.trim() !== '' || kind !== 'all' || caseId !== undefined

  const clear = () => {
    setTyped('')
    setSought('')
    setKind('all')
    onClearCase()
  }

  return (
    <section className={styles.frame} aria-label={t('timeLine.label')}>
      <div className={styles.tools}>
        <SearchField
          label={t('timeLine.filter')}
          value={typed}
          onChange={(event) => {
            const text = event.currentTarget.value
            setTyped(text)
            startTransition(() => setSought(text))
          }}
        />
        <SelectField
          aria-label={t('timeLine.kind')}
          value={kind}
          onChange={(event) => {
            const chosen = recordKinds.find((one) => one === event.currentTarget.value)
            setKind(chosen ?? 'all')
          }}
          options={recordKinds.map((one) => ({ value: one, label: t(`timeLine.kinds.${one}`) }))}
        />
      </div>
      <Hint className={styles.count} role="status">
        {isNarrowed && t('timeLine.found', { count: found.length })}
      </Hint>
      {entries.length === 0 && isNarrowed && (
        <EmptyState
          level={2}
          title={t('timeLine.noMatch.title')}
          actions={
            <Button variant="default" onClick={clear}>
              {t('timeLine.showAll')}
            </Button>
          }
        >
          {t('timeLine.noMatch.text')}
        </EmptyState>
      )}
      {entries.length === 0 && !isNarrowed && drafts.length === 0 && (
        <EmptyState
          level={2}
          title={t('timeLine.empty.title')}
          actions={
            onWriteFirst && (
              <Button variant="default" onClick={onWriteFirst}>
                {t('timeLine.empty.action')}
              </Button>
            )
          }
        >
          {t('timeLine.empty.text')}
        </EmptyState>
      )}
      <ol className={styles.list}>
        {planned && !isNarrowed && (
          <li className={styles.entry} data-planned>
            <span className={styles.node} data-shape="planned" aria-hidden="true" />
            <div className={styles.card} data-planned>
              <span className={styles.cardTitle}>{t('timeLine.planned')}</span>
              <span className={styles.cardMeta}>
                {planned.when} · {planned.doctorName}
              </span>
            </div>
          </li>
        )}
        {!isNarrowed &&
          drafts.map((draft) => (
            <li key={draft.key} className={styles.entry}>
              <span className={styles.node} data-shape="draft" aria-hidden="true" />
              <button type="button" className={styles.card} onClick={() => onOpenDraft(draft.key)}>
                <span className={styles.cardTitle}>{draft.title}</span>
                <span className={styles.cardMeta}>
                  {t(draft.copyFrom === undefined ? 'timeLine.draft' : 'timeLine.draftCopy', {
                    when: draft.when,
                  })}
                  {draft.copyFrom && ` · ${draft.copyFrom}`}
                </span>
              </button>
            </li>
          ))}
        {entries.slice(0, count).map((entry, index) =>
          entry.kind === 'month' ? (
            <li key={entry.key} className={styles.month}>
              {words.month(entry.month)}
            </li>
          ) : (
            <li
              key={entry.key}
              className={styles.entry}
              data-last={index === entries.length - 1 || undefined}
            >
              <Node shape={entry.node} />
              <RecordCard
                record={entry.record}
                title={words.title(entry.record)}
                subject={words.subject(entry.record)}
                written={words.writtenApart(entry.record)}
                day={words.day(entry.record)}
                excerpt={words.excerpt(entry.record)}
                open={entry.record.id === openId}
                onOpen={onOpen}
              />
              <Thumbnails>{thumbnailsOf(entry.record)}</Thumbnails>
            </li>
          ),
        )}
      </ol>
      {more && <div key={count} ref={sentinel} className={styles.more} aria-hidden="true" />}
    </section>
  )
}
