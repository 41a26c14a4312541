import { useQuery } from '@tanstack/react-query'
import { limits } from '@ulna/contract/http/text'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx'
import { authorsQuery, useAskForEntries } from './practitioner-copies.queries.ts'

interface AskValues {
  /** Empty: one's own entries. */
  whose: string
  reason: string
}

/** Whose entries a copy is asked of, and what for; an owner chooses among all who ever wrote here. */
export const AskDialog = ({ ofAnybody, onClose }: { ofAnybody: boolean; onClose: () => void }) => {
  const { t } = useTranslation('practitionerCopies')
  const { authPractice, authDoctor } = usePracticeSession()
  const { data: authors = [] } = useQuery({ ...authorsQuery(authPractice.id), enabled: ofAnybody })
  const { mutateAsync } = useAskForEntries()
  const { frame, values, text, change } = useServerForm({
    stored: undefined,
    startOf: (): AskValues => ({ whose: String(authDoctor?.id ?? ''), reason: '' }),
    save: ({ values: { whose, reason } }) =>
      mutateAsync({ reason, ...(ofAnybody && { doctorId: Number(whose) }) }),
    onSaved: onClose,
  })
  return (
    <FormDialog frame={frame} title={t('askTitle')} saveLabel={t('send')} onClose={onClose}>
      {ofAnybody && (
        <SelectField
          label={t('whose')}
          value={values.whose}
          options={authors.map(({ id, fullName }) => ({ value: String(id), label: fullName }))}
          onChange={({ currentTarget }) => change({ whose: currentTarget.value })}
        />
      )}
      <TextAreaField
        {...text('reason')}
        label={t('reason')}
        hint={t('reasonHint')}
        required
        rows={3}
        maxLength={limits.note}
        data-autofocus
      />
    </FormDialog>
  )
}
