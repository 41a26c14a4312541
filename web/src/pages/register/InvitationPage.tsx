import { Button } from '@mantine/core'
import type { InvitationOffer } from '@ulna/contract/practices/practices.members'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasKey } from '../../api/http/api-error.ts'
import { reportError } from '../../api/practice/app-errors.ts'
import { useSession } from '../../api/session/session.ts'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { dropLinkToken } from '../../features/accounts/entrance/link-token.ts'
import { RegisterForm, type RegistrationFields } from '../../features/accounts/register/RegisterForm.tsx'
import { registerAccount } from '../../features/accounts/register/registration.ts'
import { acceptOffer, useOffer } from '../../features/accounts/second-step/use-offer.ts'
import { EntrancePage } from '../../features/accounts/sign-in/EntrancePage.tsx'
import { SignInForm } from '../../features/accounts/sign-in/SignInForm.tsx'
import { endOwnSession } from '../../features/accounts/signed-in/sign-out.ts'
import { LinkButton } from '../../ui/base/LinkButton.tsx'
import { Problem } from '../../ui/base/Problem.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'

/** Enters the practice with nothing of this page left. */
const enterPractice = (): void => {
  dropLinkToken('invitation')
  window.location.assign('/app/dashboard')
}

const EndedInvitation = ({ onPutAside }: { onPutAside: () => void }) => {
  const { t } = useTranslation('auth')
  return (
    <EntrancePage title={t('invitation.ended')} lead={t('invitation.endedText')}>
      <LinkButton to="/login" size="lg" fullWidth onClick={() => dropLinkToken('invitation')}>
        {t('login.submit')}
      </LinkButton>
      <Button variant="subtle" color="gray" fullWidth onClick={onPutAside}>
        {t('invitation.own')}
      </Button>
    </EntrancePage>
  )
}

/** Who is signed in already accepts with one press. */
const AcceptPanel = ({ accept, error }: { accept: () => Promise<void>; error: unknown }) => {
  const { t } = useTranslation('auth')
  const { textOf } = useErrorText()
  const { authUser } = useSession()
  const [pending, setPending] = useState(false)
  const press = async (): Promise<void> => {
    setPending(true)
    await accept()
    setPending(false)
  }
  return (
    <>
      <p>
        {authUser ? t('invitation.signedInAs', { username: authUser.username }) : t('invitation.signedIn')}
      </p>
      {error !== null && <Problem>{textOf(error)}</Problem>}
      <Button size="lg" fullWidth loading={pending} onClick={() => void press()}>
        {t('invitation.accept')}
      </Button>
      <Button variant="subtle" color="gray" fullWidth onClick={() => void endOwnSession().catch(reportError)}>
        {t('invitation.otherAccount')}
      </Button>
    </>
  )
}

interface AnswerProps {
  offer: InvitationOffer
  token: string
  accept: () => Promise<void>
}

/** Signs in or registers, and joins with it. */
const StrangerPanel = ({ offer, token, accept }: AnswerProps) => {
  const { t } = useTranslation('auth')
  const [hasAccount, setHasAccount] = useState(offer.registered)
  const join = async ({ password = '', ...fields }: RegistrationFields): Promise<void> => {
    await registerAccount({ ...fields, email: offer.email, password, invitation: token })
    enterPractice()
  }
  return (
    <>
      <p>{t(hasAccount ? 'invitation.signIn' : 'invitation.register')}</p>
      {hasAccount ? (
        <SignInForm username={offer.email} onSignedIn={accept} />
      ) : (
        <RegisterForm invitedAs={offer.email} onSubmit={join} />
      )}
      <Button variant="subtle" color="gray" fullWidth onClick={() => setHasAccount(!hasAccount)}>
        {t(hasAccount ? 'invitation.noAccount' : 'invitation.haveAccount')}
      </Button>
    </>
  )
}

const accessWord = ({ clinical, clinicalAsked }: InvitationOffer) => {
  if (clinicalAsked) return 'invitation.clinicalAsked'
  return clinical ? 'invitation.clinical' : 'invitation.notClinical'
}

const OfferPage = ({ offer, token }: { offer: InvitationOffer; token: string }) => {
  const { t } = useTranslation('auth')
  const { authUser, practiceRequired } = useSession()
  const [error, setError] = useState<unknown>(null)
  const accept = async (): Promise<void> => {
    setError(null)
    try {
      await acceptOffer(token)
      enterPractice()
    } catch (problem) {
      setError(problem)
    }
  }
  const lead: ReactNode = (
    <>
      <p>{t('invitation.from', { name: offer.invitedBy })}</p>
      <p>
        <strong>{t(`invitation.roles.${offer.role}`)}</strong>
        {' · '}
        {t(accessWord(offer))}
      </p>
    </>
  )
  return (
    <EntrancePage title={offer.practiceName} lead={lead}>
      {authUser || practiceRequired ? (
        <AcceptPanel accept={accept} error={error} />
      ) : (
        <StrangerPanel offer={offer} token={token} accept={accept} />
      )}
    </EntrancePage>
  )
}

/** What a link in an invitation leads to: which practice, from whom, as what; then the way in. */
export const InvitationPage = ({ token, onPutAside }: { token: string; onPutAside: () => void }) => {
  const { t } = useTranslation(['auth', 'common', 'buttons'])
  const { textOf } = useErrorText()
  const { offer, error, retry } = useOffer(token)
  if (hasKey(error, 'invalid_invitation')) return <EndedInvitation onPutAside={onPutAside} />
  if (error !== null) {
    return (
      <EntrancePage title={t('invitation.title')}>
        <Problem>{textOf(error)}</Problem>
        <Button size="lg" fullWidth onClick={retry}>
          {t('buttons:retry')}
        </Button>
      </EntrancePage>
    )
  }
  if (offer) return <OfferPage offer={offer} token={token} />
  return (
    <EntrancePage title={t('invitation.title')}>
      <SkeletonRows rows={2} label={t('common:loading')} />
    </EntrancePage>
  )
}
