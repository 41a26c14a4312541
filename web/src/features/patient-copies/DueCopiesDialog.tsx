import { useTranslation } from 'react-i18next'
import { stackClass } from '../../ui/base/stack.ts'
import { WideDialog } from '../../ui/WideDialog.tsx'
import { DueCopyList } from './DueCopies.tsx'

/** Which copies wait to be handed over, and until when. */
export const DueCopiesDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['copies', 'buttons'])
  return (
    <WideDialog onClose={onClose} title={t('dueTitle')} closeLabel={t('buttons:close')}>
      <div className={stackClass(16)}>
        <p>{t('dueLead')}</p>
        <DueCopyList />
      </div>
    </WideDialog>
  )
}
