import { Link } from '@tanstack/react-router'
import type { ReceivedFile } from '@ulna/contract/hand-overs/hand-overs'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import styles from './HandOvers.module.css'
import { useTakeIn } from './hand-overs.queries.ts'
import { useFileCounts } from './use-file-counts.ts'

const Sender = ({ received }: { received: ReceivedFile }) => {
  const { t } = useTranslation('handOvers')
  const dates = useDates()
  const { practice, by, madeAt, origin, fingerprint } = received
  return (
    <>
      {t('from', { practice, by, day: dates.instantDay(madeAt) })}
      <Hint className={styles.mark}>{origin}</Hint>
      <Hint className={styles.mark}>
        {t('dialog.fingerprint')}: {fingerprint}
      </Hint>
      <Hint>{t('dialog.selfSigned')}</Hint>
    </>
  )
}

const Patient = ({ received: { patient } }: { received: ReceivedFile }) => {
  const { t } = useTranslation('handOvers')
  const dates = useDates()
  const { birthDate, socialId } = patient
  return [
    `${patient.firstName} ${patient.lastName}`,
    birthDate && t('dialog.born', { day: dates.day(birthDate) }),
    socialId,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What was there and does not come along, each with why. */
const useStaying = ({ visits, packages }: ReceivedFile): string[] => {
  const { t } = useTranslation('handOvers')
  const named = packages.map(({ description, used, sessions }) =>
    t('dialog.package', { name: description ?? t('dialog.unnamed'), used, sessions }),
  )
  return [
    visits > 0 ? t('dialog.visits', { count: visits }) : '',
    named.length > 0 ? t('dialog.packages', { list: named.join(', ') }) : '',
    t('dialog.versions'),
  ].filter((line) => line !== '')
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul className={styles.plain}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    <div>{children}</div>
  </section>
)

interface WhereToProps {
  received: ReceivedFile
  value: number | null
  onChange: (patientId: number | null) => void
}

/** As a new patient, or into a file that is here after looking at it. */
const WhereTo = ({ received: { like }, value, onChange }: WhereToProps) => {
  const { t } = useTranslation('handOvers')
  const name = useId()
  const choice = (id: number | null, label: ReactNode, disabled = false) => (
    <label key={id ?? 'new'} className={styles.choice}>
      <input
        type="radio"
        name={name}
        checked={value === id}
        disabled={disabled}
        onChange={() => onChange(id)}
      />
      <span>{label}</span>
    </label>
  )
  return (
    <fieldset className={styles.choices}>
      <legend>{t('dialog.how')}</legend>
      {like.length > 0 && <Hint>{t('dialog.like')}</Hint>}
      {choice(null, t('dialog.asNew'))}
      {like.map(({ id, firstName, lastName, fileId, archived }) => {
        const about = { name: `${firstName} ${lastName}`, fileId }
        return (
          <div key={id} className={styles.head}>
            {choice(id, t(archived ? 'dialog.intoArchived' : 'dialog.into', about), archived)}
            <Link to="/app/patient/$patientId" params={{ patientId: String(id) }} target="_blank">
              {t('open', about)}
            </Link>
          </div>
        )
      })}
    </fieldset>
  )
}

/** What is in a file that came, who sends it, and where it is to go. */
export const DecideDialog = ({ received, onClose }: { received: ReceivedFile; onClose: () => void }) => {
  const { t } = useTranslation('handOvers')
  const counts = useFileCounts()
  const staying = useStaying(received)
  const { mutateAsync } = useTakeIn(received.id)
  const { frame, values, change } = useServerForm({
    stored: undefined,
    startOf: (): { patientId: number | null } => ({ patientId: null }),
    save: ({ values: { patientId } }) => mutateAsync(patientId),
    onSaved: onClose,
  })
  const { firstName, lastName } = received.patient
  return (
    <FormDialog
      frame={frame}
      title={t('dialog.title', { name: `${firstName} ${lastName}` })}
      saveLabel={t('dialog.submit')}
      onClose={onClose}
    >
      <Part title={t('dialog.from')}>
        <Sender received={received} />
      </Part>
      <Part title={t('dialog.patient')}>
        <Patient received={received} />
      </Part>
      <Part title={t('dialog.what')}>{counts(received)}</Part>
      {received.summary && <Part title={t('dialog.summary')}>{received.summary}</Part>}
      {received.keptBack.length > 0 && (
        <Part title={t('dialog.kept')}>
          <Lines lines={received.keptBack} />
        </Part>
      )}
      <Part title={t('dialog.stays')}>
        <Lines lines={staying} />
      </Part>
      <WhereTo received={received} value={values.patientId} onChange={(patientId) => change({ patientId })} />
      <Hint>{t('dialog.locked')}</Hint>
    </FormDialog>
  )
}
