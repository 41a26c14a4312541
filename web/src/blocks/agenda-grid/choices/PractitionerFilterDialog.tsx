import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/base/TextField.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { AgendaPractitioner } from '../parts/agenda-appointment.ts'
import styles from './PractitionerFilterDialog.module.css'
import { PractitionerCheck } from './PractitionerList.tsx'
import { matchingFullName } from './practitioner-filter.ts'

export interface PractitionerFilterDialogProps {
  opened: boolean
  practitioners: readonly AgendaPractitioner[]
  shown: readonly number[]
  onToggle: (id: number) => void
  onAll: () => void
  onClose: () => void
}

/** Finds practitioners by full name and chooses who is on the agenda; every choice shows at once. */
export const PractitionerFilterDialog = (props: PractitionerFilterDialogProps) => {
  const { opened, practitioners, shown, onToggle, onAll, onClose } = props
  const { t } = useTranslation('calendar')
  const [text, setText] = useState('')
  const found = matchingFullName(practitioners, text)
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
        {found.map((practitioner) => (
          <li key={practitioner.id}>
            <PractitionerCheck
              practitioner={practitioner}
              checked={shown.includes(practitioner.id)}
              onToggle={onToggle}
            />
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
