import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OwnSession } from '@ulna/contract/accounts/accounts.security'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../../blocks/notices/LoadFailed.tsx'
import { Card, CardList } from '../../../ui/base/Card.tsx'
import { Hint } from '../../../ui/base/Hint.tsx'
import { Row } from '../../../ui/base/Row.tsx'
import { CardBody } from '../../../ui/CardBody.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Pill } from '../../../ui/pills/Pill.tsx'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'
import { sessionsQuery, useEndOtherSessions, useEndSession } from '../security.queries.ts'
import styles from './AccountSettings.module.css'
import { useDeviceName } from './use-device-name.ts'
import { useMoment } from './use-moment.ts'

const SessionRow = ({ session }: { session: OwnSession }) => {
  const { t } = useTranslation('settings')
  const deviceName = useDeviceName()
  const moment = useMoment()
  const end = useEndSession()
  const device = deviceName(session.userAgent)
  const facts = [
    t('security.sessions.lastSeen', { at: moment(session.lastSeenAt) }),
    session.ip ?? t('security.sessions.noAddress'),
    session.practiceName,
    session.remember ? t('security.sessions.remembered') : null,
  ]
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div className={styles.name}>
          <span>{device}</span>
          {session.current && <Pill tone="accent">{t('security.sessions.current')}</Pill>}
        </div>
        <Hint>{facts.filter(Boolean).join(' · ')}</Hint>
        <Hint>{t('security.sessions.opened', { at: moment(session.createdAt) })}</Hint>
      </div>
      {!session.current && (
        <Button
          variant="default"
          loading={end.isPending}
          aria-label={t('security.sessions.endNamed', { device })}
          onClick={() => end.mutate(session.id)}
        >
          {t('security.sessions.end')}
        </Button>
      )}
    </li>
  )
}

const EndOthers = ({ count }: { count: number }) => {
  const { t } = useTranslation('settings')
  const [asks, setAsks] = useState(false)
  const end = useEndOtherSessions()
  return (
    <CardBody>
      <Row>
        <Button variant="default" onClick={() => setAsks(true)}>
          {t('security.sessions.endOthers', { count })}
        </Button>
      </Row>
      <ConfirmDialog
        opened={asks}
        destructive
        title={t('security.sessions.endOthersTitle')}
        confirmLabel={t('security.sessions.endOthers', { count })}
        cancelLabel={t('security.cancel')}
        pending={end.isPending}
        onConfirm={() => end.mutate(undefined, { onSuccess: () => setAsks(false) })}
        onCancel={() => setAsks(false)}
      >
        <p>{t('security.sessions.endOthersText')}</p>
      </ConfirmDialog>
    </CardBody>
  )
}

/** Where the account is signed in, and the way to end that. */
export const SessionsSection = () => {
  const { t } = useTranslation(['settings', 'common'])
  const { data, error, refetch } = useQuery(sessionsQuery)
  const others = data?.filter(({ current }) => !current).length ?? 0
  return (
    <Card title={t('security.sessions.title')} count={data?.length}>
      {!data && error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={2} label={t('common:loading')} />}
      {data && (
        <CardList>
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </CardList>
      )}
      {others > 0 && <EndOthers count={others} />}
    </Card>
  )
}
