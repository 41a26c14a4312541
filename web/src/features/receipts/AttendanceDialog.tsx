import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { DayInput } from '../../blocks/typed-time/DayInput.tsx'
import { dayOf } from '../../blocks/typed-time/day-text.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { FieldPair } from '../../ui/base/FieldPair.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { useAttendancePaper } from './receipts.queries.ts'

export interface AttendanceDialogProps {
  patient: { id: number; name: string }
  onClose: () => void
}

interface Period {
  readonly from: string | null
  readonly to: string | null
}

const isTurned = ({ from, to }: Period): boolean => {
  const [first, last] = [dayOf(from), dayOf(to)]
  return first !== null && last !== null && first > last
}

/** Issues the visits of a patient on some days as a paper; this month's until somebody says otherwise. */
export const AttendanceDialog = ({ patient, onClose }: AttendanceDialogProps) => {
  const { t } = useTranslation('desk')
  const today = useDates().today()
  const paper = useAttendancePaper({ showsOwnErrors: true })
  const { frame, values, faults, change } = useServerForm({
    stored: undefined,
    startOf: (): Period => ({ from: `${today.slice(0, 8)}01`, to: today }),
    faultsOf: (period) => (isTurned(period) ? { to: t('attendance.order') } : {}),
    save: ({ values: period }) => paper.mutateAsync({ patientId: patient.id, ...period }),
    onSaved: onClose,
  })
  const day = (name: keyof Period) => (
    <DayInput
      label={t(`attendance.${name}`)}
      value={values[name]}
      onChange={(chosen) => change({ ...values, [name]: chosen })}
      error={faults[name]}
    />
  )
  return (
    <FormDialog
      frame={frame}
      title={t('attendance.title', { name: patient.name })}
      size={480}
      saveLabel={t('attendance.submit')}
      onClose={onClose}
    >
      <p>{t('attendance.text')}</p>
      <FieldPair>
        {day('from')}
        {day('to')}
      </FieldPair>
      <Hint>{t('attendance.hint')}</Hint>
    </FormDialog>
  )
}
