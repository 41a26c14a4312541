import { Button } from '@mantine/core'
import type { InvitationOffer } from '@ulna/contract/practices/practices.members'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CardList } from '../../../ui/base/Card.tsx'
import { Hint } from '../../../ui/base/Hint.tsx'
import { Row } from '../../../ui/base/Row.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { PracticeMark } from '../../../ui/shell/Avatar.tsx'
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
      <CardList>
        {offers.map((offer) => (
          <li key={offer.id} className={styles.offer}>
            <PracticeMark name={offer.practiceName} src={offer.practiceLogoUrl} />
            <div className={styles.words}>
              <strong>{offer.practiceName}</strong>
              <Hint>{t('invitations.as', { by: offer.invitedBy, role: t(`roles.${offer.role}`) })}</Hint>
              <Hint>{t(accessWord(offer))}</Hint>
            </div>
            <Row>
              <Button onClick={() => acceptInvitation(offer.id, arrive).catch(reportChoice)}>
                {t('invitations.accept')}
              </Button>
              <Button variant="default" onClick={() => setAsked(offer)}>
                {t('invitations.decline')}
              </Button>
            </Row>
          </li>
        ))}
      </CardList>
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
