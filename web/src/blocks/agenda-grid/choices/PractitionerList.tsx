import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/base/Card.tsx'
import { CheckIcon } from '../../../ui/icons/base-icons.tsx'
import { FilterIcon } from '../../../ui/icons/record-icons.tsx'
import type { AgendaPractitioner } from '../parts/agenda-appointment.ts'
import styles from './PractitionerList.module.css'

export interface PractitionerListProps {
  practitioners: readonly AgendaPractitioner[]
  shown: readonly number[]
  /** In the week: who is shown in detail; the others are bands. */
  detail?: number | undefined
  onToggle: (id: number) => void
  onDetail?: (id: number) => void
}

/** A check box of a practitioner with their colour. */
export const PractitionerCheck = ({
  practitioner,
  checked,
  onToggle,
}: {
  practitioner: AgendaPractitioner
  checked: boolean
  onToggle: (id: number) => void
}) => (
  <label className={styles.label}>
    <input
      type="checkbox"
      className={styles.input}
      checked={checked}
      onChange={() => onToggle(practitioner.id)}
    />
    <span className={styles.box}>{checked ? <CheckIcon size={16} /> : null}</span>
    <span className={styles.dot} data-color={practitioner.color} />
    <span className={checked ? styles.nameOn : styles.name}>{practitioner.fullName}</span>
  </label>
)

const Row = ({
  practitioner,
  shown,
  detail,
  onToggle,
  onDetail,
}: PractitionerListProps & { practitioner: AgendaPractitioner }) => {
  const { t } = useTranslation('calendar')
  const isShown = shown.includes(practitioner.id)
  return (
    <li className={styles.row}>
      <PractitionerCheck practitioner={practitioner} checked={isShown} onToggle={onToggle} />
      {detail === practitioner.id ? <span className={styles.note}>{t('practitioners.detail')}</span> : null}
      {detail !== undefined && detail !== practitioner.id && isShown ? (
        <button
          type="button"
          className={styles.band}
          aria-label={t('practitioners.showDetail', { name: practitioner.fullName })}
          onClick={() => onDetail?.(practitioner.id)}
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
    <Card className={styles.card} aria-label={t('practitioners.title')}>
      <div className={styles.head}>
        <b>{t('practitioners.title')}</b>
        <button type="button" className={styles.filter} onClick={onFilter}>
          <FilterIcon size={16} />
          {t('practitioners.filter')}
        </button>
      </div>
      <ul>
        {props.practitioners.map((practitioner) => (
          <Row key={practitioner.id} practitioner={practitioner} {...props} />
        ))}
      </ul>
    </Card>
  )
}
