import { limits } from '@ulna/contract/http/text'
import type { PractitionerCopy } from '@ulna/contract/practitioner-copies/practitioner-copies'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx'
import { useRefuseEntries, useSignOffEntries } from './practitioner-copies.queries.ts'

interface DecisionProps {
  copy: PractitionerCopy
  onClose: () => void
}

/** An owner signs a copy off: on which ground, and whether patients are named. */
export const SignOffDialog = ({ copy, onClose }: DecisionProps) => {
  const { t } = useTranslation('practitionerCopies')
  const { mutateAsync } = useSignOffEntries(copy.id)
  const { frame, values, text, change } = useServerForm({
    stored: undefined,
    startOf: () => ({ answer: '', withNames: false }),
    save: ({ values: input }) => mutateAsync(input),
    onSaved: onClose,
  })
  const name = copy.practitioner
  return (
    <FormDialog frame={frame} title={t('signOffTitle', { name })} saveLabel={t('signOff')} onClose={onClose}>
      <p>{t('signOffLead', { name })}</p>
      <TextAreaField
        {...text('answer')}
        label={t('ground')}
        hint={t('groundHint')}
        required
        rows={3}
        maxLength={limits.note}
        data-autofocus
      />
      <CheckboxField
        label={t('withNames')}
        checked={values.withNames}
        onChange={({ currentTarget }) => change({ withNames: currentTarget.checked })}
      />
      <Hint>{t('withNamesHint')}</Hint>
    </FormDialog>
  )
}

/** An owner refuses a copy, and says why. */
export const RefuseDialog = ({ copy, onClose }: DecisionProps) => {
  const { t } = useTranslation('practitionerCopies')
  const { mutateAsync } = useRefuseEntries(copy.id)
  const { frame, text } = useServerForm({
    stored: undefined,
    startOf: () => ({ answer: '' }),
    save: ({ values: input }) => mutateAsync(input),
    onSaved: onClose,
  })
  const name = copy.practitioner
  return (
    <FormDialog frame={frame} title={t('refuseTitle', { name })} saveLabel={t('refuse')} onClose={onClose}>
      <TextAreaField
        {...text('answer')}
        label={t('why')}
        hint={t('whyHint', { name })}
        required
        rows={3}
        maxLength={limits.note}
        data-autofocus
      />
    </FormDialog>
  )
}
