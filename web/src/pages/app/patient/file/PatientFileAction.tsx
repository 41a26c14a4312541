import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../../api/session/session.ts'
import { LinkButton } from '../../../../ui/base/LinkButton.tsx'
import { PlayIcon } from '../../../../ui/icons/record-icons.tsx'
import { CalendarIcon, PlusIcon } from '../../../../ui/icons/shared-icons.tsx'
import { usePatientSearch } from '../list/use-patient-search.ts'

export interface PatientFileActionProps {
  patientId: number
  /** The open case to go on with. */
  openCaseId: number | undefined
}

/** The one action of a file: go on with the open case, write the first diagnosis, or book. */
export const PatientFileAction = ({ patientId, openCaseId }: PatientFileActionProps) => {
  const { t } = useTranslation('patient')
  const { clinical } = usePracticeSession()
  const { search, isWriting, go } = usePatientSearch()
  if (!clinical || isWriting) {
    return (
      <LinkButton
        to="/app/calendar"
        search={{ new: true, patientId }}
        // Beside a form stands no other filled button.
        variant={isWriting ? 'default' : 'filled'}
        leftSection={<CalendarIcon />}
      >
        {t('head.book')}
      </LinkButton>
    )
  }
  if (openCaseId === undefined) {
    return (
      <Button leftSection={<PlusIcon />} onClick={() => go({ write: 'case' })}>
        {t('head.firstDiagnosis')}
      </Button>
    )
  }
  return (
    <Button
      leftSection={<PlayIcon />}
      onClick={() => go({ write: 'followup', case: search.case ?? openCaseId })}
    >
      {t('head.startFollowUp')}
    </Button>
  )
}
