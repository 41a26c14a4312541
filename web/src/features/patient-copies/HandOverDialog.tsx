import { limits } from '@ulna/contract/http/text'
import { handOverWays, type PatientCopy } from '@ulna/contract/patient-copies/patient-copies'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { useHandOver } from './patient-copies.queries.ts'

interface HandOverValues {
  how: (typeof handOverWays)[number]
  to: string
}

/** How a copy was handed over, and to whom. */
export const HandOverDialog = ({ copy, onClose }: { copy: PatientCopy; onClose: () => void }) => {
  const { t } = useTranslation('copies')
  const { mutateAsync } = useHandOver(copy.id)
  const { frame, text, values, change } = useServerForm({
    stored: undefined,
    startOf: (): HandOverValues => ({ how: copy.linkUntil === null ? 'stick' : 'link', to: '' }),
    save: ({ values: { how, to } }) => mutateAsync({ how, to: to.trim() || null }),
    onSaved: onClose,
  })
  return (
    <FormDialog frame={frame} title={t('handOverTitle')} saveLabel={t('save')} onClose={onClose}>
      <SelectField
        label={t('how')}
        value={values.how}
        options={handOverWays.map((value) => ({ value, label: t(`way.${value}`) }))}
        onChange={({ currentTarget }) =>
          change({ how: handOverWays.find((one) => one === currentTarget.value) ?? 'other' })
        }
      />
      <TextField {...text('to')} label={t('to')} maxLength={limits.title} autoComplete="off" data-autofocus />
    </FormDialog>
  )
}
