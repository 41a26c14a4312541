import type { WaitingPatient } from '@ulna/contract/wait-list/wait-list'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../ui/base/Hint.tsx'
import { CloseIcon } from '../../ui/icons/base-icons.tsx'
import { EditIcon } from '../../ui/icons/other-icons.tsx'
import { MoreIcon } from '../../ui/icons/record-icons.tsx'
import { phoneHref } from '../../ui/phone-href.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { ActionMenu, MenuItem } from '../../ui/shell/ActionMenu.tsx'
import { useWaitListWords } from './use-wait-list-words.ts'
import styles from './WaitList.module.css'

export interface WaitingRowProps {
  waiting: WaitingPatient
  /** Why this person may not change the list; undefined when they may. */
  reason: string | undefined
  /** Given where a time fell free that the patient can have. */
  onBook?: ((waiting: WaitingPatient) => void) | undefined
  onEdit: (waiting: WaitingPatient) => void
  onWithdraw: (waiting: WaitingPatient) => void
}

/** Who waits, for what, since when, and where they can be called. */
export const WaitingRow = ({ waiting, reason, onBook, onEdit, onWithdraw }: WaitingRowProps) => {
  const { t } = useTranslation('waitList')
  const words = useWaitListWords()
  const { patientName: name, patientPhone: phone, note } = waiting
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p>{words.wishes(waiting)}</p>
        {note === null ? null : <p className={styles.note}>{note}</p>}
        <Hint>{words.since(waiting)}</Hint>
        {phone === null ? null : (
          <a className={styles.phone} href={phoneHref(phone)} aria-label={t('call', { name, phone })}>
            {phone}
          </a>
        )}
        {onBook ? (
          <ReasonedButton
            size="sm"
            reason={reason}
            onClick={() => onBook(waiting)}
            aria-label={t('fitting.bookFor', { name })}
          >
            {t('fitting.book')}
          </ReasonedButton>
        ) : null}
      </div>
      <ActionMenu label={t('actions', { name })} trigger={<MoreIcon />} align="end" className={styles.more}>
        <MenuItem icon={<EditIcon />} reason={reason} onSelect={() => onEdit(waiting)}>
          {t('edit')}
        </MenuItem>
        <MenuItem icon={<CloseIcon />} reason={reason} onSelect={() => onWithdraw(waiting)}>
          {t('withdraw.action')}
        </MenuItem>
      </ActionMenu>
    </li>
  )
}
