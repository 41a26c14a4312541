import {
  type CopyRequestInput,
  copyAskers,
  identityChecks,
} from '@ulna/contract/patient-copies/patient-copies'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { DayInput } from '../../blocks/typed-time/DayInput.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { useAskForCopy } from './patient-copies.queries.ts'

const chosen = <T extends string>(all: readonly T[], value: string, otherwise: T): T =>
  all.find((one) => one === value) ?? otherwise

/** Who asks for a copy, since when, and how it was made sure who they are. */
export const RequestDialog = ({ patientId, onClose }: { patientId: number; onClose: () => void }) => {
  const { t } = useTranslation('copies')
  const { today } = useDates()
  const { mutateAsync } = useAskForCopy(patientId)
  const { frame, values, faults, change } = useServerForm({
    stored: undefined,
    startOf: (): CopyRequestInput => ({ askedOn: today(), askedBy: 'patient', identity: 'document' }),
    save: ({ values: input }) => mutateAsync(input),
    onSaved: onClose,
  })
  return (
    <FormDialog frame={frame} title={t('askTitle')} saveLabel={t('save')} onClose={onClose}>
      <DayInput
        label={t('askedOn')}
        value={values.askedOn}
        onChange={(day) => change({ askedOn: day ?? '' })}
        error={faults.askedOn}
        maxDate={today()}
      />
      <SelectField
        label={t('askedBy')}
        value={values.askedBy}
        options={copyAskers.map((value) => ({ value, label: t(`asker.${value}`) }))}
        onChange={({ currentTarget }) =>
          change({ askedBy: chosen(copyAskers, currentTarget.value, 'patient') })
        }
      />
      <SelectField
        label={t('identity')}
        value={values.identity}
        options={identityChecks.map((value) => ({ value, label: t(`check.${value}`) }))}
        onChange={({ currentTarget }) =>
          change({ identity: chosen(identityChecks, currentTarget.value, 'document') })
        }
      />
    </FormDialog>
  )
}
