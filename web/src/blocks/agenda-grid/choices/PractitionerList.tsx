import { useTranslation } from 'react-i18next'
import { Sheet } from '../../../ui/base/Sheet.tsx'
import { CheckIcon } from '../../../ui/icons/base-icons.tsx'
import { FilterIcon } from '../../../ui/icons/record-icons.tsx'
import type { AgendaDoctor } from '../parts/agenda-event.ts'
import styles from './PractitionerList.module.css'

export interface PractitionerListProps {
  doctors: readonly AgendaDoctor[]
  shown: readonly number[]
  /** In the week: who is shown in detail; the others are bands. */
  detail?: number | undefined
  onToggle: (id: number) => void
  onDetail?: (id: number) => void
}

/** A check box of a practitioner with their colour. */
export const PractitionerCheck = ({
  doctor,
  checked,
  onToggle,
}: {
  doctor: AgendaDoctor
  checked: boolean
  onToggle: (id: number) => void
}) => (
  <label className={styles.label}>
    <input type="checkbox" className={styles.input} checked={checked} onChange={() => onToggle(doctor.id)} />
    <span className={styles.box}>{checked ? <CheckIcon size={16} /> : null}</span>
    <span className={styles.dot} data-color={doctor.color} />
    <span className={checked ? styles.nameOn : styles.name}>{doctor.fullName}</span>
  </label>
)

const Row = ({
  doctor,
  shown,
  detail,
  onToggle,
  onDetail,
}: PractitionerListProps & { doctor: AgendaDoctor }) => {
  const { t } = useTranslation('calendar')
  const isShown = shown.includes(doctor.id)
  return (
    <li className={styles.row}>
      <PractitionerCheck doctor={doctor} checked={isShown} onToggle={onToggle} />
      {detail === doctor.id ? <span className={styles.note}>{t('practitioners.detail')}</span> : null}
      {detail !== undefined && detail !== doctor.id && isShown ? (
        <button
          type="button"
          className={styles.band}
          aria-label={t('practitioners.showDetail', { name: doctor.fullName })}
          onClick={() => onDetail?.(doctor.id)}
        >
          {t('practitioners.band')}
        </button>
      ) : null}
    </li>
  )
}

/** Who is on the agenda, with the way to the filter dialog. */
export const PractitionerList = ({
  onFilter,
  ...props
}: PractitionerListProps & { onFilter: () => void }) => {
  const { t } = useTranslation('calendar')
  return (
    <Sheet className={styles.sheet} aria-label={t('practitioners.title')}>
      <div className={styles.head}>
        <b>{t('practitioners.title')}</b>
        <button type="button" className={styles.filter} onClick={onFilter}>
          <FilterIcon size={16} />
          {t('practitioners.filter')}
        </button>
      </div>
      <ul>
        {props.doctors.map((doctor) => (
          <Row key={doctor.id} doctor={doctor} {...props} />
        ))}
      </ul>
    </Sheet>
  )
}
