import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/base/TextField.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { AgendaDoctor } from '../parts/agenda-event.ts'
import styles from './PractitionerFilterDialog.module.css'
import { PractitionerCheck } from './PractitionerList.tsx'
import { matchingFullName } from './practitioner-filter.ts'

export interface PractitionerFilterDialogProps {
  opened: boolean
  doctors: readonly AgendaDoctor[]
  shown: readonly number[]
  onToggle: (id: number) => void
  onAll: () => void
  onClose: () => void
}

/** Finds practitioners by full name and chooses who is on the agenda; every choice shows at once. */
export const PractitionerFilterDialog = (props: PractitionerFilterDialogProps) => {
  const { opened, doctors, shown, onToggle, onAll, onClose } = props
  const { t } = useTranslation('calendar')
  const [text, setText] = useState('')
  const found = matchingFullName(doctors, text)
  return (
    <Dialog opened={opened} onClose={onClose} title={t('practitioners.title')} closeLabel={t('close')}>
      <TextField
        label={t('practitioners.search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
        autoComplete="off"
      />
      <ul className={styles.list} aria-live="polite">
        {found.map((doctor) => (
          <li key={doctor.id}>
            <PractitionerCheck doctor={doctor} checked={shown.includes(doctor.id)} onToggle={onToggle} />
          </li>
        ))}
        {found.length === 0 ? <li className={styles.empty}>{t('practitioners.none', { text })}</li> : null}
      </ul>
      <div className={styles.actions}>
        <Button variant="default" onClick={onAll}>
          {t('practitioners.all')}
        </Button>
        <Button onClick={onClose}>{t('practitioners.done')}</Button>
      </div>
    </Dialog>
  )
}
