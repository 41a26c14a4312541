import { isLicenceNumber, longestLicenceNumber } from '@ulna/contract/practices/licence-number'
import type { Member } from '@ulna/contract/practices/practices.members'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../../api/forms/use-server-form.ts'
import { FormDialog } from '../../../blocks/form/FormDialog.tsx'
import { TextField } from '../../../ui/base/TextField.tsx'
import { useChangeMember } from './members.queries.ts'

/** The number under which a member is registered to practise; an empty one is none. */
export const LicenceDialog = ({ member, onClose }: { member: Member; onClose: () => void }) => {
  const { t } = useTranslation(['settings', 'doctor', 'error'])
  const { mutateAsync } = useChangeMember({ showsOwnErrors: true })
  const { frame, text } = useServerForm({
    stored: undefined,
    startOf: () => ({ licenceNumber: member.licenceNumber ?? '' }),
    tidy: ({ licenceNumber }) => ({ licenceNumber: licenceNumber.trim() }),
    faultsOf: ({ licenceNumber }) => {
      const number = licenceNumber.trim()
      return number === '' || isLicenceNumber(number)
        ? {}
        : { licenceNumber: t('error:field_licence_number') }
    },
    save: ({ values }) =>
      mutateAsync({
        member,
        change: { licenceNumber: values.licenceNumber === '' ? null : values.licenceNumber },
      }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      frame={frame}
      title={t('members.licence.title', { name: member.fullName })}
      saveLabel={t('members.licence.save')}
      onClose={onClose}
    >
      <TextField
        {...text('licenceNumber')}
        label={t('doctor:licenceNumber')}
        hint={t('members.licence.hint')}
        maxLength={longestLicenceNumber}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  )
}
