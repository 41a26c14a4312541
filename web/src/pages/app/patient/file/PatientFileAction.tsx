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

const BookLink = ({ patientId, isMain }: { patientId: number; isMain: boolean }) => {
  const { t } = useTranslation('patient')
  return (
    <LinkButton
      to="/app/calendar"
      search={{ new: true, patientId }}
      variant={isMain ? 'filled' : 'default'}
      leftSection={<CalendarIcon />}
    >
      {t('head.book')}
    </LinkButton>
  )
}

/** Goes on with the open case, or writes the first diagnosis. */
const WriteButton = ({ openCaseId }: Pick<PatientFileActionProps, 'openCaseId'>) => {
  const { t } = useTranslation('patient')
  const { search, go } = usePatientSearch()
  if (openCaseId === undefined)
    return (
      <Button leftSection={<PlusIcon />} onClick={() => go({ write: 'case' })}>
        {t('head.firstDiagnosis')}
      </Button>
    )
  return (
    <Button
      leftSection={<PlayIcon />}
      onClick={() => go({ write: 'followup', case: search.case ?? openCaseId })}
    >
      {t('head.startFollowUp')}
    </Button>
  )
}

/** What one does with a file: book for everybody, and before it, for who writes, the session. One filled button. */
export const PatientFileAction = ({ patientId, openCaseId }: PatientFileActionProps) => {
  const { clinical } = usePracticeSession()
  const { isWriting } = usePatientSearch()
  const writes = clinical && !isWriting
  return (
    <>
      <BookLink patientId={patientId} isMain={!clinical} />
      {writes && <WriteButton openCaseId={openCaseId} />}
    </>
  )
}
