import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BackupStand } from '@ulna/contract/backups/backups'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { Card } from '../../ui/base/Card.tsx'
import { calloutClass } from '../../ui/base/callout.ts'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { Row } from '../../ui/base/Row.tsx'
import { CardBody } from '../../ui/CardBody.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Optional } from '../../ui/Optional.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { BackupRuns } from './BackupRuns.tsx'
import { backupsQuery, useBeginBackup, useKeepRecoveryKey } from './backups.queries.ts'
import { makeRecoveryKey, type RecoveryKey } from './recovery-key.ts'

const RecoveryKeyDialog = lazyPart(() => import('./RecoveryKeyDialog.tsx'), 'RecoveryKeyDialog')

/** What keeps an installation from being safe, in the colour of how grave it is. */
const Notice = ({ notice }: Pick<BackupStand, 'notice'>) => {
  const { t } = useTranslation('backups')
  if (notice === null) return <p className={calloutClass('info')}>{t('notice.none')}</p>
  return (
    <div className={calloutClass(notice === 'same_disk' ? 'warn' : 'bad')} role="status">
      <b>{t(`notice.${notice}.title`)}</b>
      <p>{t(`notice.${notice}.text`)}</p>
    </div>
  )
}

const useInstant = () => {
  const { t } = useTranslation('backups')
  const dates = useDates()
  return (instant: string | null): string =>
    instant === null ? t('never') : `${dates.instantDay(instant)}, ${dates.time(instant)}`
}

const Keys = ({ recoveryKey, otherKeys }: Pick<BackupStand, 'recoveryKey' | 'otherKeys'>) => {
  const { t } = useTranslation('backups')
  const instant = useInstant()
  if (recoveryKey === null && otherKeys === 0) return t('keys.none')
  return (
    <>
      {recoveryKey && (
        <p>
          {t('keys.printed', { at: instant(recoveryKey.madeAt) })} <code>{recoveryKey.fingerprint}</code>
        </p>
      )}
      {otherKeys > 0 && <p>{t('keys.other', { count: otherKeys })}</p>}
    </>
  )
}

const Stand = ({ stand }: { stand: BackupStand }) => {
  const { t } = useTranslation('backups')
  const instant = useInstant()
  return (
    <>
      <Notice notice={stand.notice} />
      <Facts
        facts={[
          [t('facts.lastGood'), instant(stand.lastGoodAt)],
          [t('facts.lastDrill'), instant(stand.lastDrillAt)],
          [t('facts.target'), <code key="target">{stand.target}</code>],
          [t('facts.keys'), <Keys key="keys" {...stand} />],
        ]}
      />
    </>
  )
}

const Actions = ({ stand }: { stand: BackupStand }) => {
  const { t } = useTranslation('backups')
  const [made, setMade] = useState<Promise<RecoveryKey>>()
  const begin = useBeginBackup()
  const keep = useKeepRecoveryKey()
  const close = () => {
    setMade(undefined)
    keep.reset()
  }
  const isOpenable = stand.recoveryKey !== null || stand.otherKeys > 0
  const isRunning = begin.isPending || stand.runs[0]?.state === 'running'
  return (
    <>
      <Row>
        <ReasonedButton
          reason={isOpenable ? undefined : t('keys.first')}
          loading={isRunning}
          onClick={() => begin.mutate()}
        >
          {t('begin')}
        </ReasonedButton>
        <Button variant="default" onClick={() => setMade(makeRecoveryKey())}>
          {t(stand.recoveryKey === null ? 'key.make' : 'key.replace')}
        </Button>
      </Row>
      {stand.recoveryKey !== null && <Hint>{t('key.replaceHint')}</Hint>}
      <Optional>
        {made && (
          <RecoveryKeyDialog
            made={made}
            isSaving={keep.isPending}
            error={keep.error}
            onKept={(recipient) => keep.mutate(recipient, { onSuccess: close })}
            onClose={close}
          />
        )}
      </Optional>
    </>
  )
}

/** Backups of the installation, for whoever runs it: whether they can be relied on, where they lie, who opens them. */
export const BackupsSection = () => {
  const { t } = useTranslation(['backups', 'common'])
  const { textOf } = useErrorText()
  const { data, error, refetch } = useQuery(backupsQuery)
  if (!data && error)
    return (
      <Card title={t('title')}>
        <EmptyState plain level={3} title={textOf(error)} />
        <LoadFailed error={error} onRetry={() => void refetch()} />
      </Card>
    )
  return (
    <>
      <Card title={t('title')} lead={<p>{t('lead')}</p>}>
        <CardBody>
          {data ? (
            <>
              <Stand stand={data} />
              <Actions stand={data} />
            </>
          ) : (
            <SkeletonRows rows={4} label={t('common:loading')} />
          )}
        </CardBody>
      </Card>
      {data && (
        <Card title={t('runs')}>
          {data.runs.length === 0 ? (
            <EmptyState plain level={3} title={t('empty')}>
              {t('emptyText')}
            </EmptyState>
          ) : (
            <BackupRuns runs={data.runs} />
          )}
        </Card>
      )}
    </>
  )
}
