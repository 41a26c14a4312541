import { Button } from '@mantine/core'
import type { InvitationOffer } from '@ulna/contract/practices/practices.members'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SheetList } from '../../../ui/base/Sheet.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { initialsOf } from '../../../ui/shell/Avatar.tsx'
import { reportChoice } from '../choice/choose-practice.ts'
import styles from './OwnInvitations.module.css'
import { acceptInvitation, useDeclineInvitation } from './own-invitations.queries.ts'

export interface OwnInvitationsProps {
  offers: readonly InvitationOffer[]
  /** Leads to the first page of a practice that was joined. */
  arrive?: () => Promise<unknown>
}

const accessWord = ({ clinical, clinicalAsked }: InvitationOffer) => {
  if (clinicalAsked) return 'invitations.clinicalAsked'
  return clinical ? 'invitations.clinical' : 'invitations.notClinical'
}

/** Practices that invite the signed-in person: who invites, as what; accept or decline. */
export const OwnInvitations = ({ offers, arrive }: OwnInvitationsProps) => {
  const { t } = useTranslation('practice')
  const declining = useDeclineInvitation()
  const [asked, setAsked] = useState<InvitationOffer>()
  const close = () => setAsked(undefined)
  return (
    <>
      <SheetList>
        {offers.map((offer) => (
          <li key={offer.id} className={styles.offer}>
            <span className={styles.logo} aria-hidden="true">
              {offer.practiceLogoUrl ? (
                <img src={offer.practiceLogoUrl} alt="" />
              ) : (
                initialsOf(offer.practiceName)
              )}
            </span>
            <div className={styles.words}>
              <strong>{offer.practiceName}</strong>
              <p>{t('invitations.as', { by: offer.invitedBy, role: t(`roles.${offer.role}`) })}</p>
              <p>{t(accessWord(offer))}</p>
            </div>
            <div className={styles.buttons}>
              <Button onClick={() => acceptInvitation(offer.id, arrive).catch(reportChoice)}>
                {t('invitations.accept')}
              </Button>
              <Button variant="default" onClick={() => setAsked(offer)}>
                {t('invitations.decline')}
              </Button>
            </div>
          </li>
        ))}
      </SheetList>
      {asked && (
        <ConfirmDialog
          title={t('invitations.declineTitle', { practice: asked.practiceName })}
          confirmLabel={t('invitations.decline')}
          cancelLabel={t('invitations.back')}
          destructive
          pending={declining.isPending}
          onConfirm={() => declining.mutate(asked.id, { onSettled: close })}
          onCancel={close}
        >
          <p>{t('invitations.declineText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
