import type { DeletionStand } from '@ulna/contract/practice-deletions/practice-deletions'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { FieldGroup } from '../../ui/fields/FieldGroup.tsx'
import { DeletionStandText } from './DeletionStandText.tsx'
import { useAskDeletion } from './practice-deletions.queries.ts'

const startOf = () => ({ name: '', keeperName: '', keeperAddress: '', keeperContact: '' })

/** What would go, who keeps the files, and the name of the practice, typed by whoever decides it. */
export const DeletionDialog = ({ stand, onClose }: { stand: DeletionStand; onClose: () => void }) => {
  const { t } = useTranslation('practiceDeletions')
  const { mutateAsync } = useAskDeletion()
  const { frame, text } = useServerForm({
    stored: undefined,
    startOf,
    save: ({ values }) => mutateAsync(values),
    onSaved: onClose,
  })
  return (
    <FormDialog frame={frame} title={t('title')} saveLabel={t('confirm')} size={720} onClose={onClose}>
      <p>{t('lead')}</p>
      <DeletionStandText stand={stand} />
      {stand.kept && (
        <>
          <p>{t('archiveNeeded')}</p>
          <FieldGroup label={t('keeper.title')} hint={t('keeper.lead')}>
            <TextField {...text('keeperName')} label={t('keeper.name')} maxLength={200} required />
            <TextField {...text('keeperAddress')} label={t('keeper.address')} maxLength={300} required />
            <TextField {...text('keeperContact')} label={t('keeper.contact')} maxLength={254} required />
          </FieldGroup>
        </>
      )}
      <TextField
        {...text('name')}
        label={t('name', { name: stand.practiceName })}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        required
      />
    </FormDialog>
  )
}
