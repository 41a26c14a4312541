import type { Erasure } from '@ulna/contract/erasures/erasures'
import { type DisclosureInput, disclosureGrounds } from '@ulna/contract/patient-copies/patient-copies.blocked'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { useDisclose } from './erasures.queries.ts'

/** For whom a blocked file is read, and in which matter; it stays blocked. */
export const DisclosureDialog = ({ erasure, onClose }: { erasure: Erasure; onClose: () => void }) => {
  const { t } = useTranslation('erasures')
  const { mutateAsync } = useDisclose(erasure.id)
  const { frame, text, values, change } = useServerForm({
    stored: undefined,
    startOf: (): DisclosureInput => ({ ground: 'court', askedBy: '', reason: '' }),
    save: ({ values: input }) => mutateAsync(input),
    onSaved: onClose,
  })
  return (
    <FormDialog
      frame={frame}
      title={t('disclosure.title', { number: erasure.id })}
      saveLabel={t('disclosure.save')}
      onClose={onClose}
    >
      <p>{t('disclosure.lead')}</p>
      <SelectField
        label={t('disclosure.ground')}
        value={values.ground}
        options={disclosureGrounds.map((value) => ({ value, label: t(`disclosure.grounds.${value}`) }))}
        onChange={({ currentTarget }) =>
          change({ ground: disclosureGrounds.find((one) => one === currentTarget.value) ?? 'court' })
        }
      />
      <TextField {...text('askedBy')} label={t('disclosure.askedBy')} maxLength={200} required />
      <TextField {...text('reason')} label={t('disclosure.reason')} maxLength={500} required />
    </FormDialog>
  )
}
