import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CreatePracticeDialog } from '../../features/practices/CreatePracticeForm.tsx'
import { OwnInvitations } from '../../features/practices/invitations/OwnInvitations.tsx'
import { ownInvitationsQuery } from '../../features/practices/invitations/own-invitations.queries.ts'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

export type PracticeDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'invitations' }
  /** Something unsaved would be lost; `go` goes on all the same. */
  | { readonly kind: 'unsaved'; readonly go: () => void }

export interface PracticeDialogsProps {
  dialog: PracticeDialog
  /** Leads to the first page of the practice that is entered. */
  arrive: () => Promise<unknown>
  onClose: () => void
}

const Invitations = ({ arrive }: Pick<PracticeDialogsProps, 'arrive'>) => {
  const { t } = useTranslation('practice')
  const { data = [] } = useQuery(ownInvitationsQuery)
  if (data.length === 0)
    return (
      <EmptyState level={3} plain title={t('invitations.none')}>
        {t('invitations.noneText')}
      </EmptyState>
    )
  return <OwnInvitations offers={data} arrive={arrive} />
}

/** What the practice switch opens. */
export const PracticeDialogs = ({ dialog, arrive, onClose }: PracticeDialogsProps) => {
  const { t } = useTranslation(['practice', 'common'])
  if (dialog.kind === 'unsaved')
    return (
      <ConfirmDialog
        title={t('unsaved.title')}
        confirmLabel={t('unsaved.confirm')}
        cancelLabel={t('unsaved.stay')}
        destructive
        onConfirm={dialog.go}
        onCancel={onClose}
      >
        <p>{t('unsaved.text')}</p>
      </ConfirmDialog>
    )
  if (dialog.kind === 'create') return <CreatePracticeDialog arrive={arrive} onClose={onClose} />
  return (
    <Dialog onClose={onClose} size={560} title={t('invitations.title')} closeLabel={t('invitations.back')}>
      <Invitations arrive={arrive} />
    </Dialog>
  )
}
