import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type CalendarFeed, type FeedNames, feedNames } from '@ulna/contract/calendar-feeds/calendar-feeds'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Card } from '../../ui/base/Card.tsx'
import { Row } from '../../ui/base/Row.tsx'
import { CardBody } from '../../ui/CardBody.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import styles from './CalendarFeed.module.css'
import { feedQuery, useCreateFeed, useRevokeFeed } from './calendar-feeds.queries.ts'
import { FeedAddress } from './FeedAddress.tsx'

/** Since when there is an address, what it shows, and when a program last read it. */
const FeedState = ({ feed }: { feed: CalendarFeed }) => {
  const { t } = useTranslation('settings')
  const dates = useDates()
  const moment = (at: string): string => `${dates.instantDay(at)}, ${dates.time(at)}`
  const facts = [
    feed.createdAt && t('feed.created', { at: moment(feed.createdAt) }),
    feed.names && t(`feed.shows.${feed.names}`),
    feed.lastReadAt ? t('feed.read', { at: moment(feed.lastReadAt) }) : t('feed.neverRead'),
  ]
  return <p className={styles.lead}>{facts.filter(Boolean).join(' · ')}</p>
}

type Question = 'replace' | 'revoke'

const questions = {
  replace: { title: 'feed.replaceTitle', confirm: 'feed.replace' },
  revoke: { title: 'feed.revokeTitle', confirm: 'feed.revoke' },
} as const

/** Asks before the present address ends. */
const EndDialog = (props: {
  question: Question
  pending: boolean
  onConfirm: () => void
  onCancel: () => void
}) => {
  const { t } = useTranslation('settings')
  const words = questions[props.question]
  return (
    <ConfirmDialog
      destructive
      title={t(words.title)}
      confirmLabel={t(words.confirm)}
      cancelLabel={t('security.cancel')}
      pending={props.pending}
      onConfirm={props.onConfirm}
      onCancel={props.onCancel}
    >
      <p>{t('feed.endsText')}</p>
    </ConfirmDialog>
  )
}

const useFeedActions = (names: FeedNames) => {
  const [question, setQuestion] = useState<Question | null>(null)
  const create = useCreateFeed()
  const revoke = useRevokeFeed()
  const replace = () => create.mutate(names, { onSuccess: () => setQuestion(null) })
  const end = () =>
    revoke.mutate(undefined, {
      onSuccess: () => {
        create.reset()
        setQuestion(null)
      },
    })
  return {
    question,
    ask: setQuestion,
    url: create.data,
    pending: create.isPending || revoke.isPending,
    create: replace,
    confirm: question === 'revoke' ? end : replace,
  }
}

const FeedBody = ({ feed }: { feed: CalendarFeed }) => {
  const { t } = useTranslation('settings')
  const [names, setNames] = useState<FeedNames>(feed.names ?? 'busy')
  const actions = useFeedActions(names)
  return (
    <CardBody>
      <p className={styles.lead}>
        {t('feed.lead')} {t('feed.rules')}
      </p>
      {feed.exists && <FeedState feed={feed} />}
      {feed.exists && actions.url !== undefined && <FeedAddress key={actions.url} url={actions.url} />}
      <ChoiceField
        legend={t('feed.names')}
        name="names"
        value={names}
        choices={feedNames.map((value) => ({ value, label: t(`feed.choices.${value}`) }))}
        onChange={setNames}
      />
      <Row>
        {feed.exists ? (
          <>
            <Button variant="default" onClick={() => actions.ask('replace')}>
              {t('feed.replace')}
            </Button>
            <Button variant="default" onClick={() => actions.ask('revoke')}>
              {t('feed.revoke')}
            </Button>
          </>
        ) : (
          <Button loading={actions.pending} onClick={actions.create}>
            {t('feed.create')}
          </Button>
        )}
      </Row>
      {actions.question !== null && (
        <EndDialog
          question={actions.question}
          pending={actions.pending}
          onConfirm={actions.confirm}
          onCancel={() => actions.ask(null)}
        />
      )}
    </CardBody>
  )
}

/** A private address that shows the own agenda in the calendar of a phone or computer. */
export const CalendarFeedSection = () => {
  const { t } = useTranslation(['settings', 'common'])
  const { data, error, refetch } = useQuery({ ...feedQuery, meta: { showsOwnErrors: true } })
  return (
    <Card title={t('feed.title')}>
      {!data && error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={2} label={t('common:loading')} />}
      {data && <FeedBody feed={data} />}
    </Card>
  )
}
