import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { Addendum, RecordRow } from '@ulna/contract/records/records'
import { type Decision, standingOf } from '@ulna/contract/records/records.policy'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PainPoint } from '../../blocks/charts/PainChart.tsx'
import { PainChart } from '../../blocks/charts/PainChart.tsx'
import { RecordSummary } from '../../blocks/record-summary/RecordSummary.tsx'
import { lazyPart, withTexts } from '../../i18n/lazy-part.ts'
import { calloutClass } from '../../ui/base/callout.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { Row } from '../../ui/base/Row.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { CloseIcon } from '../../ui/icons/base-icons.tsx'
import { ArrowLeftIcon } from '../../ui/icons/file-icons.tsx'
import { EditIcon } from '../../ui/icons/other-icons.tsx'
import { MoreIcon } from '../../ui/icons/record-icons.tsx'
import { PlusIcon } from '../../ui/icons/shared-icons.tsx'
import { Optional } from '../../ui/Optional.tsx'
import { Pill } from '../../ui/pills/Pill.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { ActionMenu, MenuItem } from '../../ui/shell/ActionMenu.tsx'
import styles from './OpenRecord.module.css'
import type { RecordRights } from './record-rights.ts'
import { useArrival } from './use-arrival.ts'
import type { RecordWords } from './use-record-words.ts'

/** Fetches what stands below every record. */
export const loadTrail = () => withTexts(import('./history/RecordTrail.tsx'), ['history', 'bodyChart'])
const RecordTrail = lazyPart(loadTrail, 'RecordTrail')
// Their words are those of what happens to a record.
const VoidDialog = lazyPart(() => import('./VoidDialog.tsx'), 'VoidDialog', ['history'])
const MoveDialog = lazyPart(() => import('./MoveDialog.tsx'), 'MoveDialog', ['history'])
const CloseCaseDialog = lazyPart(() => import('./CaseStatusDialog.tsx'), 'CloseCaseDialog', ['history'])
const ReopenCaseDialog = lazyPart(() => import('./CaseStatusDialog.tsx'), 'ReopenCaseDialog', ['history'])

export interface OpenRecordProps {
  record: RecordRow
  /** Class and version the record was written with. */
  recordClass: RecordClass | undefined
  /** Name of the diagnosis a follow-up belongs to. */
  caseName: string | undefined
  /** Diagnoses to which a follow-up may be moved. */
  otherCases: readonly RecordRow[]
  words: RecordWords
  rights: RecordRights
  /** What was added to it, oldest first. */
  addenda: readonly Addendum[]
  /** What it is worth as a consent, or the one it needs. */
  consent?: ReactNode
  /** Its files, shown before what it says. */
  files?: ReactNode
  /** Who signed it, shown after what it says. */
  signatures?: ReactNode
  /** The visits of the case with pain, oldest first. */
  pain: readonly PainPoint[]
  /** What changed in pain since the visit before, in words. */
  painChange: string | undefined
  today: string
  /** The way to the next visit, where none is booked. */
  booking: ReactNode
  /** Age of the patient. */
  ageInYears: number | null
  onEdit: () => void
  onWriteFollowUp: () => void
  onPrint: (scope: 'case' | 'record') => void
  onClose: () => void
}

type Dialog = 'move' | 'void' | 'close' | 'reopen' | undefined

const menuActions = [
  { action: 'move', label: 'history:move.open' },
  { action: 'close', label: 'open.closeCase' },
  { action: 'reopen', label: 'open.reopenCase' },
  { action: 'void', label: 'open.void' },
] as const

/** Obstacles that lie in the record itself: it is void, it is no case. Whoever asks, there is nothing to choose. */
const pointless: readonly Decision[] = [
  'record_voided',
  'patient_record_not_match',
  'case_closed',
  'invalid_request',
]

/** Why not, in words; undefined for what is allowed. */
const useReason = () => {
  const { t } = useTranslation('error')
  return (decision: Decision): string | undefined => (decision === 'allowed' ? undefined : t(decision))
}

/** One record to read: title, author, pain, content, and what may be done with it. */
export const OpenRecord = (props: OpenRecordProps) => {
  const { record, recordClass, caseName, otherCases, words, rights, pain, painChange, today } = props
  const { t } = useTranslation('record')
  const reasonOf = useReason()
  const heading = useRef<HTMLHeadingElement>(null)
  useArrival(heading, true)
  const [dialog, setDialog] = useState<Dialog>()
  const title = words.title(record)
  const standing = standingOf(record)
  const meta = [caseName, record.author.fullName, words.when(record), words.written(record)]
    .filter(Boolean)
    .join(' · ')
  const closeDialog = () => setDialog(undefined)
  // Where there is nowhere to go there is nothing to choose.
  const menuRights = {
    ...rights,
    move: otherCases.length === 0 ? ('patient_record_not_match' as const) : rights.edit,
  }

  return (
    <article className={styles.open} aria-label={title}>
      <header className={styles.head}>
        <span className={styles.back}>
          <IconButton label={t('open.back')} onClick={props.onClose}>
            <ArrowLeftIcon />
          </IconButton>
        </span>
        <div className={styles.titles}>
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <Hint>{meta}</Hint>
        </div>
        <RecordMenu record={record} rights={menuRights} onChoose={setDialog} onPrint={props.onPrint} />
        <span className={styles.close}>
          <IconButton label={t('open.close')} onClick={props.onClose}>
            <CloseIcon />
          </IconButton>
        </span>
      </header>
      <div className={styles.body}>
        <RecordState record={record} words={words} />
        {props.booking}
        <PainNow record={record} change={painChange} />
        {pain.length > 1 && <PainChart points={pain} />}
        {props.consent}
        {props.files}
        {record.data === null || !recordClass ? (
          <div className={calloutClass('mute')}>
            <h3>{t('open.hiddenTitle')}</h3>
            <p>{t('open.hiddenText')}</p>
          </div>
        ) : (
          <RecordSummary
            recordClass={recordClass}
            data={record.data}
            ageInYears={props.ageInYears}
            cases={words.cases}
          />
        )}
        {record.data !== null && (
          <Optional>
            <RecordTrail
              record={record}
              addenda={props.addenda}
              right={rights.addendum}
              title={title}
              words={words}
              ageInYears={props.ageInYears}
            />
          </Optional>
        )}
        {standing === 'brought' ? null : props.signatures}
        {rights.edit === 'patient_locked' && <Hint>{t('open.locked')}</Hint>}
        <Row className={styles.actions}>
          {rights.edit !== 'record_voided' && (
            <ReasonedButton
              variant="default"
              leftSection={<EditIcon />}
              reason={reasonOf(rights.edit)}
              onClick={props.onEdit}
            >
              {t('open.edit')}
            </ReasonedButton>
          )}
          {!pointless.includes(rights.followUp) && (
            <ReasonedButton
              variant="light"
              leftSection={<PlusIcon />}
              reason={reasonOf(rights.followUp)}
              onClick={props.onWriteFollowUp}
            >
              {t('open.followUp')}
            </ReasonedButton>
          )}
        </Row>
      </div>
      <Optional>
        <RecordDialog
          dialog={dialog}
          record={record}
          title={title}
          words={words}
          otherCases={otherCases}
          today={today}
          onClose={closeDialog}
        />
      </Optional>
    </article>
  )
}

const standingTones = { handed: 'neutral', brought: 'neutral', signed: 'accent', unsigned: 'warn' } as const

const RecordState = ({ record, words }: { record: RecordRow; words: RecordWords }) => {
  const { t } = useTranslation('record')
  if (record.voidedAt !== null)
    return (
      <div className={calloutClass('mute')}>
        <p>
          <strong>{t('open.voided', { reason: record.voidReason ?? '' })}</strong>
        </p>
        <p>{t('open.voidedText')}</p>
      </div>
    )
  return (
    <Row>
      <Pill tone={standingTones[standingOf(record)]}>{t(`open.${standingOf(record)}`)}</Pill>
      {record.caseStatus === 'active' && <Pill tone="accent">{t('open.active')}</Pill>}
      {record.caseStatus === 'closed' && (
        <Pill>
          {t('open.closedCase', {
            day: words.plainDay(record.caseClosedOn),
            outcome: record.caseOutcome ? t(`outcome.${record.caseOutcome}`) : '',
          })}
        </Pill>
      )}
    </Row>
  )
}

const PainNow = ({ record, change }: { record: RecordRow; change: string | undefined }) => {
  const { t } = useTranslation('record')
  const level = record.data?.painIntensity
  if (typeof level !== 'number' || record.voidedAt !== null) return null
  return (
    <div className={styles.painNow}>
      <span className={styles.figure}>{level}</span>
      <div>
        <p className={styles.painName}>{t('open.painNow')}</p>
        {change && <Hint>{change}</Hint>}
      </div>
    </div>
  )
}

interface RecordMenuProps {
  record: RecordRow
  rights: RecordRights & { readonly move: Decision }
  onChoose: (dialog: Dialog) => void
  onPrint: (scope: 'case' | 'record') => void
}

/** What may be done with a record; what this person may not do says why. */
const RecordMenu = ({ record, rights, onChoose, onPrint }: RecordMenuProps) => {
  const { t, ready } = useTranslation(['record', 'history'], { useSuspense: false })
  const reasonOf = useReason()
  const shown = menuActions.filter(
    ({ action }) => !pointless.includes(rights[action]) && (action !== 'move' || ready),
  )
  if (shown.length === 0 && record.data === null) return null
  return (
    <ActionMenu label={t('open.more')} trigger={<MoreIcon />} align="end" className={styles.menu}>
      {shown.map(({ action, label }) => (
        <MenuItem key={action} reason={reasonOf(rights[action])} onSelect={() => onChoose(action)}>
          {t(label)}
        </MenuItem>
      ))}
      {record.data !== null && <MenuItem onSelect={() => onPrint('record')}>{t('open.print')}</MenuItem>}
      {record.data !== null && record.subtype === 'case' && (
        <MenuItem onSelect={() => onPrint('case')}>{t('open.printCase')}</MenuItem>
      )}
    </ActionMenu>
  )
}

interface RecordDialogProps {
  dialog: Dialog
  record: RecordRow
  title: string
  words: RecordWords
  otherCases: readonly RecordRow[]
  today: string
  onClose: () => void
}

const RecordDialog = (props: RecordDialogProps) => {
  const { dialog, record, title, words, otherCases, today, onClose } = props
  const shared = { record, name: words.caseName(record), today, onClose }
  if (dialog === 'void') return <VoidDialog record={record} title={title} onClose={onClose} />
  if (dialog === 'move')
    return <MoveDialog record={record} title={title} cases={otherCases} words={words} onClose={onClose} />
  if (dialog === 'close') return <CloseCaseDialog {...shared} />
  return dialog === 'reopen' ? <ReopenCaseDialog {...shared} /> : null
}
