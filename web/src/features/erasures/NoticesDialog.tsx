import type { NoticesInput } from '@ulna/contract/erasures/erasures'
import { limits } from '@ulna/contract/http/text'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { DayInput } from '../../blocks/typed-time/DayInput.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { TextField } from '../../ui/base/TextField.tsx'
import { type Announced, useNoteNotices } from './erasures.queries.ts'

interface NoticesValues {
  newspaper: string
  firstNoticeOn: string | null
  secondNoticeOn: string | null
  reviewedOn: string | null
}

const dayFields = [
  ['firstNoticeOn', 'first'],
  ['secondNoticeOn', 'second'],
  ['reviewedOn', 'reviewed'],
] as const

export interface NoticesDialogProps {
  of: Announced
  /** As they are noted until now. */
  noted: Readonly<Pick<Required<NoticesInput>, keyof NoticesValues>>
  onClose: () => void
}

/** The steps that Colombia asks for before files are destroyed: two notices, and a review. */
export const NoticesDialog = ({ of, noted, onClose }: NoticesDialogProps) => {
  const { t } = useTranslation('erasures')
  const { today } = useDates()
  const { mutateAsync } = useNoteNotices(of)
  const { frame, text, values, faults, change } = useServerForm({
    stored: undefined,
    startOf: (): NoticesValues => ({
      newspaper: noted.newspaper ?? '',
      firstNoticeOn: noted.firstNoticeOn ?? null,
      secondNoticeOn: noted.secondNoticeOn ?? null,
      reviewedOn: noted.reviewedOn ?? null,
    }),
    save: ({ values: { newspaper, ...days } }) =>
      mutateAsync({ ...days, newspaper: newspaper.trim() || null }),
    onSaved: onClose,
  })
  return (
    <FormDialog frame={frame} title={t('notices.title')} saveLabel={t('notices.save')} onClose={onClose}>
      <p>{t('notices.lead')}</p>
      <TextField
        {...text('newspaper')}
        label={t('notices.newspaper')}
        maxLength={limits.name}
        autoComplete="off"
        data-autofocus
      />
      {dayFields.map(([field, label]) => (
        <DayInput
          key={field}
          label={t(`notices.${label}`)}
          value={values[field]}
          onChange={(day) => change({ [field]: day })}
          error={faults[field]}
          maxDate={today()}
        />
      ))}
    </FormDialog>
  )
}
