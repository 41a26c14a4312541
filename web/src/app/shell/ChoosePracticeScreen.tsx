import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import { useTranslation } from 'react-i18next'
import { reportError } from '../../api/practice/app-errors.ts'
import { call, payloadOf } from '../../api/session/client.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { signOut } from '../../features/accounts/signed-in/sign-out.ts'
import { CreatePracticeForm } from '../../features/practices/CreatePracticeForm.tsx'
import { choosePractice, reportChoice } from '../../features/practices/choice/choose-practice.ts'
import { OwnInvitations } from '../../features/practices/invitations/OwnInvitations.tsx'
import { ownInvitationsQuery } from '../../features/practices/invitations/own-invitations.queries.ts'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { Card, CardList } from '../../ui/base/Card.tsx'
import { hintClass } from '../../ui/base/Hint.tsx'
import { Logo } from '../../ui/base/Logo.tsx'
import { ChevronRightIcon } from '../../ui/icons/shared-icons.tsx'
import { Optional } from '../../ui/Optional.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { PracticeMark } from '../../ui/shell/Avatar.tsx'
import styles from './ChoosePracticeScreen.module.css'

const OwnDeletions = lazyPart(
  () => import('../../features/practice-deletions/OwnDeletions.tsx'),
  'OwnDeletions',
  ['practiceDeletions'],
)

const usePractices = () =>
  useQuery({
    queryKey: ['practices'],
    queryFn: ({ signal }) => payloadOf(call(practiceEndpoints.findAllByCurrentUser, { signal })),
    meta: { showsOwnErrors: 'first' },
  })

/** Shown while no practice is chosen: the practices of the user, or a new one. */
export const ChoosePracticeScreen = () => {
  const { t } = useTranslation(['practice', 'common'])
  const { data: practices, isPending, isLoadingError, error, refetch } = usePractices()
  const { data: offers = [] } = useQuery(ownInvitationsQuery)
  const hasPractices = (practices?.length ?? 0) > 0
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <div className={styles.brand}>
          <Logo />
        </div>
        <h1>{t(hasPractices || !practices ? 'choose.title' : 'create.first')}</h1>
        {isPending && (
          <Card>
            <SkeletonRows rows={3} label={t('common:loading')} />
          </Card>
        )}
        {isLoadingError && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {hasPractices && (
          <Card>
            <CardList>
              {practices?.map((practice) => (
                <li key={practice.id} className={styles.row}>
                  <button
                    type="button"
                    className={styles.practice}
                    onClick={() => choosePractice(practice.id).catch(reportChoice)}
                  >
                    <PracticeMark name={practice.name} src={practice.logoUrl} />
                    <span className={styles.name}>
                      <strong>{practice.name}</strong>
                      <span className={hintClass}>{t(`roles.${practice.role}`)}</span>
                    </span>
                    <ChevronRightIcon />
                  </button>
                </li>
              ))}
            </CardList>
          </Card>
        )}
        {offers.length > 0 && (
          <Card title={t('invitations.title')}>
            <OwnInvitations offers={offers} />
          </Card>
        )}
        {practices && (
          <Card title={t('create.title')} className={styles.create}>
            <CreatePracticeForm />
          </Card>
        )}
        {/* Who owned no other practice gets at the certificates here alone. */}
        <Optional>
          <OwnDeletions />
        </Optional>
        <Button variant="subtle" color="gray" onClick={() => signOut().catch(reportError)}>
          {t('common:userMenu.signOut')}
        </Button>
      </div>
    </main>
  )
}
