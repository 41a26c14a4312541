import type { Patient } from '@ulna/contract/patients/patients'
import type { RecordAlert } from '@ulna/contract/records/records.summary.rules'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { classNames } from '../../ui/base/class-names.ts'
import { hintClass } from '../../ui/base/Hint.tsx'
import { rowClass } from '../../ui/base/Row.tsx'
import { AlertIcon } from '../../ui/icons/base-icons.tsx'
import { UnlockIcon } from '../../ui/icons/file-icons.tsx'
import { LockIcon, MoreIcon, PhoneIcon } from '../../ui/icons/record-icons.tsx'
import { MailIcon } from '../../ui/icons/shared-icons.tsx'
import { Optional } from '../../ui/Optional.tsx'
import { phoneHref } from '../../ui/phone-href.ts'
import { Pill } from '../../ui/pills/Pill.tsx'
import { ActionMenu, MenuItem } from '../../ui/shell/ActionMenu.tsx'
import { useBarHeight } from '../../ui/use-bar-height.ts'
import styles from './PatientHead.module.css'
import { ProfileImage } from './ProfileImage.tsx'
import { useLockPatient } from './patients.queries.ts'
import { useSaveContact, useSaveVisits } from './use-patient-files.ts'
import { useRelock } from './use-relock.ts'

const PatientDialog = lazyPart(() => import('./PatientDialog.tsx'), 'PatientDialog')
const UnlockDialog = lazyPart(() => import('./UnlockDialog.tsx'), 'UnlockDialog')
const RemovePatientDialog = lazyPart(() => import('./RemovePatientDialog.tsx'), 'RemovePatientDialog')

export interface PatientHeadProps {
  patient: Patient
  clinical: boolean
  /** Allergies and warnings out of the medical history. */
  alerts: readonly RecordAlert[]
  /** Start of the next appointment; null when none is booked. */
  nextVisit: string | null
  /** What is left of the packages; nothing where there is none. */
  balance: ReactNode
  /** The one primary action. */
  action: ReactNode
  /** Opens the page on which another file becomes part of this one. */
  onMerge: () => void
  /** Asks what is to become of what still lives in the file, and archives it. */
  onArchive: () => void
  /** Shows why the file is kept beyond its term. */
  onShowHolds: () => void
  onShowCopies: () => void
  /** Shows to whom the file was handed over. */
  onShowHandOvers: () => void
  /** Shows who opened this file. */
  onShowOpenings: () => void
  /** Undefined for who may not read the records. */
  onPrint: (() => void) | undefined
  onRemoved: () => void
}

/** What is unlike others in the mails about appointments: none, or in another language than the practice's. */
const Mails = ({ patient }: { patient: Patient }) => {
  const { t } = useTranslation(['patient', 'common'])
  const { authPractice } = usePracticeSession()
  const { email, language, mailReminders } = patient
  // Mails in the practice's own language are what everybody expects.
  const isUsual = language === null || language === authPractice.locale
  if (mailReminders && (email === null || isUsual)) return null
  const spoken = t(`common:languages.${language ?? authPractice.locale}`)
  return (
    <Pill tone="neutral" icon={<MailIcon size={15} />}>
      {mailReminders ? t('head.mails', { language: spoken }) : t('head.noMails')}
    </Pill>
  )
}

/** The numbers of a patient; a touch calls. */
const Phones = ({ patient: { mobile, phone } }: { patient: Patient }) => {
  const { t } = useTranslation('patient')
  return [mobile, phone]
    .filter((number) => number !== null)
    .map((number) => (
      <a
        key={number}
        className={styles.phone}
        href={phoneHref(number)}
        aria-label={t('head.call', { number })}
      >
        <PhoneIcon size={15} />
        {number}
      </a>
    ))
}

/** What to beware of. In sight whatever is done with the file, on every screen. */
const Alerts = ({ alerts }: { alerts: readonly RecordAlert[] }) => {
  const { t } = useTranslation('patient')
  if (alerts.length === 0) return null
  return (
    <div className={classNames(styles.alerts, rowClass)}>
      {alerts.map((alert) => (
        <Pill
          key={`${alert.fieldId} ${alert.text}`}
          tone={alert.kind === 'allergy' ? 'bad' : 'warn'}
          icon={<AlertIcon size={15} />}
        >
          {alert.kind === 'allergy' ? t('head.allergy', { what: alert.text }) : alert.text}
        </Pill>
      ))}
    </div>
  )
}

type Dialog = 'edit' | 'unlock' | 'remove' | undefined

interface PatientMenuProps
  extends Pick<
    PatientHeadProps,
    | 'patient'
    | 'onMerge'
    | 'onArchive'
    | 'onShowHolds'
    | 'onShowCopies'
    | 'onShowHandOvers'
    | 'onShowOpenings'
    | 'onPrint'
  > {
  onAsk: (dialog: Dialog) => void
}

type AskProps = Pick<PatientMenuProps, 'patient' | 'onAsk'>

/** What changes the data or the lock of a file. */
const ChangeItems = ({ patient, onAsk }: AskProps) => {
  const { t } = useTranslation('patient')
  const locking = useLockPatient(patient.id)
  const lock = usePermission('lockPatient')
  const unlock = usePermission('unlockPatient')
  return (
    <>
      <MenuItem onSelect={() => onAsk('edit')}>{t('head.edit')}</MenuItem>
      {patient.unlocked ? (
        <MenuItem
          reason={lock.reason}
          onSelect={() => locking.mutate({ unlocked: false, version: patient.version })}
        >
          {t('head.lock')}
        </MenuItem>
      ) : (
        <MenuItem reason={unlock.reason} onSelect={() => onAsk('unlock')}>
          {t('head.unlock')}
        </MenuItem>
      )}
    </>
  )
}

/** What is taken along: for an address book, and for the patient's calendar. */
const TakeItems = ({ patient }: Pick<PatientMenuProps, 'patient'>) => {
  const { t } = useTranslation('patient')
  const saveContact = useSaveContact()
  const saveVisits = useSaveVisits()
  return (
    <>
      <MenuItem onSelect={() => saveContact.mutate(patient)}>{t('head.saveContact')}</MenuItem>
      <MenuItem onSelect={() => saveVisits.mutate(patient)}>{t('head.saveVisits')}</MenuItem>
    </>
  )
}

/** What puts a file away. */
const LeaveItems = ({
  onAsk,
  onMerge,
  onArchive,
}: Pick<PatientMenuProps, 'onAsk' | 'onMerge' | 'onArchive'>) => {
  const { t } = useTranslation('patient')
  const merge = usePermission('mergePatients')
  const remove = usePermission('deletePatient')
  const archive = usePermission('archivePatient')
  return (
    <>
      <MenuItem reason={merge.reason} onSelect={onMerge}>
        {t('head.merge')}
      </MenuItem>
      <MenuItem reason={archive.reason} onSelect={onArchive}>
        {t('head.archive')}
      </MenuItem>
      <MenuItem reason={remove.reason} onSelect={() => onAsk('remove')}>
        {t('head.delete')}
      </MenuItem>
    </>
  )
}

/** What can be done with a file as a whole. An archived one is only read, as its banner says. */
const PatientMenu = ({
  patient,
  onAsk,
  onMerge,
  onArchive,
  onShowHolds,
  onShowCopies,
  onShowHandOvers,
  onShowOpenings,
  onPrint,
}: PatientMenuProps) => {
  const { t } = useTranslation('patient')
  const hold = usePermission('keepFiles')
  const copies = usePermission('handOutCopies')
  const handOvers = usePermission('readHandOvers')
  const readOpenings = usePermission('readPatientOpenings')
  const isArchived = patient.archivedAt !== null
  return (
    <ActionMenu label={t('head.more')} trigger={<MoreIcon />} align="end" className={styles.more}>
      {!isArchived && <ChangeItems patient={patient} onAsk={onAsk} />}
      {onPrint && <MenuItem onSelect={onPrint}>{t('head.print')}</MenuItem>}
      <TakeItems patient={patient} />
      <MenuItem reason={copies.reason} onSelect={onShowCopies}>
        {t('head.copies')}
      </MenuItem>
      <MenuItem reason={handOvers.reason} onSelect={onShowHandOvers}>
        {t('head.handOvers')}
      </MenuItem>
      <MenuItem reason={readOpenings.reason} onSelect={onShowOpenings}>
        {t('head.openings')}
      </MenuItem>
      <MenuItem reason={hold.reason} onSelect={onShowHolds}>
        {t('head.holds')}
      </MenuItem>
      {!isArchived && <LeaveItems onAsk={onAsk} onMerge={onMerge} onArchive={onArchive} />}
    </ActionMenu>
  )
}

/** The head of a patient file: who it is, what to beware of, lock state, next visit. It never scrolls away. */
export const PatientHead = ({
  patient,
  clinical,
  alerts,
  nextVisit,
  balance,
  action,
  onMerge,
  onArchive,
  onShowHolds,
  onShowCopies,
  onShowHandOvers,
  onShowOpenings,
  onPrint,
  onRemoved,
}: PatientHeadProps) => {
  const { t } = useTranslation('patient')
  const dates = useDates()
  const [dialog, setDialog] = useState<Dialog>()
  const name = `${patient.firstName} ${patient.lastName}`
  const years = dates.age(patient.birthDate)
  const age = years === null ? undefined : t('head.age', { count: years })
  const otherNumbers = patient.otherFiles.map(({ fileId }) => fileId).join(', ')
  const fileNumber = [
    t('head.fileNumber', { number: patient.fileId }),
    ...(otherNumbers ? [t('head.otherFiles', { numbers: otherNumbers })] : []),
  ].join(' · ')
  const close = () => setDialog(undefined)
  useRelock(patient)
  const lockWords = (until: string | null): string => {
    if (until === null) return t('head.locked')
    const [day, time] = [dates.instantDay(until), dates.time(until)]
    return day === dates.instantDay(new Date())
      ? t('head.unlocked', { time })
      : t('head.unlockedDay', { day, time })
  }

  return (
    <header className={styles.head} ref={useBarHeight('--bar-top')}>
      <div className={styles.top}>
        <div className={styles.picture}>
          <ProfileImage patient={patient} size={64} />
        </div>
        <div className={styles.who}>
          <h1 tabIndex={-1}>{name}</h1>
          {age && <span className={styles.age}>{age}</span>}
          <Phones patient={patient} />
        </div>
        <Alerts alerts={alerts} />
        <div className={styles.menu}>
          <PatientMenu
            patient={patient}
            onAsk={setDialog}
            onMerge={onMerge}
            onArchive={onArchive}
            onShowHolds={onShowHolds}
            onShowCopies={onShowCopies}
            onShowHandOvers={onShowHandOvers}
            onShowOpenings={onShowOpenings}
            onPrint={onPrint}
          />
        </div>
      </div>
      <div className={styles.rest}>
        <div className={classNames(styles.pills, rowClass)}>
          <span className={styles.fileNumber}>{fileNumber}</span>
          <Pill
            tone={patient.unlocked ? 'warn' : 'neutral'}
            hint={patient.unlocked ? undefined : t('head.lockedHint')}
            icon={patient.unlocked ? <UnlockIcon size={15} /> : <LockIcon size={15} />}
          >
            {lockWords(patient.unlockedUntil)}
          </Pill>
          <Mails patient={patient} />
        </div>
        {patient.clinicSummary && <p className={styles.summary}>{patient.clinicSummary}</p>}
        <div className={styles.facts}>
          {balance}
          <div className={styles.fact}>
            <span className={hintClass}>{t('head.nextVisit')}</span>
            <span className={styles.factValue}>
              {nextVisit ? `${dates.instantDay(nextVisit)}, ${dates.time(nextVisit)}` : t('head.noVisit')}
            </span>
          </div>
        </div>
        {action && <div className={styles.action}>{action}</div>}
      </div>
      <Optional>
        {dialog === 'edit' && (
          <PatientDialog patient={patient} clinical={clinical} onClose={close} onSaved={close} />
        )}
        {dialog === 'unlock' && <UnlockDialog patient={patient} onClose={close} />}
        {dialog === 'remove' && (
          <RemovePatientDialog patientId={patient.id} name={name} onClose={close} onRemoved={onRemoved} />
        )}
      </Optional>
    </header>
  )
}
