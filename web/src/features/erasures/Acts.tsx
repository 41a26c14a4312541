import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ErasureAct } from '@ulna/contract/erasures/erasures.acts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Card, CardList } from '../../ui/base/Card.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { ListRow } from '../../ui/base/ListRow.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Pill } from '../../ui/pills/Pill.tsx'
import { actsPerPage, actsQuery, useErasurePaper } from './erasures.queries.ts'
import { NoticesDialog } from './NoticesDialog.tsx'

const tones = { waiting: 'warn', drawnUp: 'neutral', empty: 'info' } as const

/** Whether files of it wait, or some were destroyed, or all were taken back. */
const stateOf = ({ files }: ErasureAct): keyof typeof tones => {
  if (files.waiting > 0) return 'waiting'
  return files.destroyed > 0 ? 'drawnUp' : 'empty'
}

const Head = ({ act }: { act: ErasureAct }) => {
  const { t } = useTranslation('erasures')
  const state = stateOf(act)
  const isAnnounced = act.secondNoticeOn !== null && act.reviewedOn !== null
  return (
    <>
      <strong>{t('acts.name', { number: act.number })}</strong>
      <Pill tone={tones[state]}>{t(`acts.states.${state}`)}</Pill>
      {state === 'waiting' && !isAnnounced && <Pill tone="info">{t('list.waits')}</Pill>}
    </>
  )
}

const Actions = ({ act, onNotices }: { act: ErasureAct; onNotices: () => void }) => {
  const { t } = useTranslation('erasures')
  const paper = useErasurePaper()
  const { id, number, files, issuedAt } = act
  return (
    <>
      {files.waiting > 0 && (
        <Button variant="default" onClick={onNotices} aria-label={t('acts.noticesOf', { number })}>
          {t('list.notices')}
        </Button>
      )}
      {issuedAt !== null && (
        <Button
          variant="default"
          loading={paper.isPending}
          onClick={() => paper.mutate({ kind: 'act', id, number })}
          aria-label={t('acts.paperOf', { number })}
        >
          {t('acts.paper')}
        </Button>
      )}
    </>
  )
}

const Row = ({ act, onNotices }: { act: ErasureAct; onNotices: () => void }) => {
  const { t } = useTranslation('erasures')
  const dates = useDates()
  const { files, newspaper, firstNoticeOn, secondNoticeOn, destroyAfter, issuedAt } = act
  const days = [firstNoticeOn, secondNoticeOn].flatMap((day) => (day === null ? [] : [dates.day(day)]))
  return (
    <ListRow head={<Head act={act} />} actions={<Actions act={act} onNotices={onNotices} />}>
      <Hint>{t('acts.counts', { ...files })}</Hint>
      {destroyAfter !== null && <Hint>{t('list.destroyOn', { day: dates.instantDay(destroyAfter) })}</Hint>}
      {files.held > 0 && <Hint>{t('acts.held', { held: files.held })}</Hint>}
      {newspaper !== null && <Hint>{t('list.noted', { newspaper, days: days.join(', ') })}</Hint>}
      {stateOf(act) === 'drawnUp' && issuedAt === null && <Hint>{t('acts.drawing')}</Hint>}
      <Hint>{t('acts.decided', { name: act.decidedBy, day: dates.instantDay(act.decidedAt) })}</Hint>
    </ListRow>
  )
}

/** Files that are destroyed together, with their notices and the paper that tells of them; nothing where there are none. */
export const Acts = () => {
  const { t } = useTranslation('erasures')
  const [page, setPage] = useState(0)
  const [noted, setNoted] = useState<ErasureAct>()
  const query = useQuery({ ...actsQuery(page), placeholderData: keepPreviousData })
  const { data } = query
  if (!data || data.total === 0) return null
  return (
    <Card title={t('acts.title')} lead={<p>{t('acts.lead')}</p>}>
      <CardList aria-busy={query.isPlaceholderData}>
        {data.rows.map((act) => (
          <Row key={act.id} act={act} onNotices={() => setNoted(act)} />
        ))}
      </CardList>
      <Pager
        page={page}
        total={data.total}
        perPage={actsPerPage}
        previousLabel={t('list.previous')}
        nextLabel={t('list.next')}
        range={(shown) => t('list.range', shown)}
        onPage={setPage}
      />
      {noted && (
        <NoticesDialog of={{ kind: 'act', id: noted.id }} noted={noted} onClose={() => setNoted(undefined)} />
      )}
    </Card>
  )
}
