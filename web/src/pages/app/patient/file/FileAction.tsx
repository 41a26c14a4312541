import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../../../ui/base/LinkButton.tsx'
import { PlayIcon } from '../../../../ui/icons/record-icons.tsx'
import { CalendarIcon, PlusIcon } from '../../../../ui/icons/shared-icons.tsx'

export interface FileActionProps {
  patientId: number
  /** May write now; otherwise what is offered is an appointment. */
  clinical: boolean
  /** Filled: no other filled button stands on the page. */
  isPrimary: boolean
  hasOpenCase: boolean
  onStartSession: () => void
  onWriteCase: () => void
}

/** The one action of a file: go on with the open case, write the first diagnosis, or book. */
export const FileAction = ({
  patientId,
  clinical,
  isPrimary,
  hasOpenCase,
  onStartSession,
  onWriteCase,
}: FileActionProps) => {
  const { t } = useTranslation('patient')
  if (!clinical) {
    return (
      <LinkButton
        to="/app/calendar"
        search={{ new: true, patientId }}
        variant={isPrimary ? 'filled' : 'default'}
        leftSection={<CalendarIcon />}
      >
        {t('head.book')}
      </LinkButton>
    )
  }
  if (!hasOpenCase) {
    return (
      <Button leftSection={<PlusIcon />} onClick={onWriteCase}>
        {t('head.firstDiagnosis')}
      </Button>
    )
  }
  return (
    <Button leftSection={<PlayIcon />} onClick={onStartSession}>
      {t('head.startSession')}
    </Button>
  )
}
