import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Erasure } from '@ulna/contract/erasures/erasures'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Card, CardList } from '../../ui/base/Card.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { ListRow } from '../../ui/base/ListRow.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Pill } from '../../ui/pills/Pill.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { DisclosureDialog } from './DisclosureDialog.tsx'
import {
  erasuresPerPage,
  erasuresQuery,
  useEraseRest,
  useErasurePaper,
  useTakeBack,
} from './erasures.queries.ts'
import { NoticesDialog } from './NoticesDialog.tsx'

const tones = { blocked: 'warn', destroying: 'warn', done: 'neutral', taken_back: 'info' } as const

/** What becomes of it, or became: one sentence. */
const Outcome = ({ erasure }: { erasure: Erasure }) => {
  const { t } = useTranslation('erasures')
  const dates = useDates()
  const { destroyedAt, takenBackAt, takenBackBy, destroyAfter, certifiedAt } = erasure
  if (destroyedAt !== null)
    return (
      <Hint>
        {t('list.destroyed', { day: dates.instantDay(destroyedAt) })}{' '}
        {certifiedAt === null && t('list.certifying')}
      </Hint>
    )
  if (takenBackAt !== null)
    return <Hint>{t('list.takenBack', { name: takenBackBy, day: dates.instantDay(takenBackAt) })}</Hint>
  return <Hint>{t('list.destroyOn', { day: dates.instantDay(destroyAfter) })}</Hint>
}

/** In which newspaper the patient was told, and when. */
const Notices = ({ erasure: { newspaper, firstNoticeOn, secondNoticeOn } }: { erasure: Erasure }) => {
  const { t } = useTranslation('erasures')
  const dates = useDates()
  if (newspaper === null) return null
  const days = [firstNoticeOn, secondNoticeOn].flatMap((day) => (day === null ? [] : [dates.day(day)]))
  return <Hint>{t('list.noted', { newspaper, days: days.join(', ') })}</Hint>
}

/** What the law keeps still, and until when. */
const Kept = ({ erasure: { kept, scope } }: { erasure: Erasure }) => {
  const { t } = useTranslation('erasures')
  const dates = useDates()
  if (scope === 'partial') return null
  return kept.map(({ kind, until }) => (
    <Hint key={kind}>
      {until === null
        ? t('list.kept', { what: t(`kinds.${kind}`) })
        : t('list.keptUntil', { what: t(`kinds.${kind}`), day: dates.day(until) })}
    </Hint>
  ))
}

const isWaiting = ({ state, needsNotices, secondNoticeOn, reviewedOn }: Erasure): boolean =>
  state === 'blocked' && needsNotices && (secondNoticeOn === null || reviewedOn === null)

const useNameOf = () => {
  const { t } = useTranslation('erasures')
  return ({ id, name, fileNumbers }: Erasure): string => {
    if (name !== null) return name
    return fileNumbers.length === 0
      ? t('list.nobodyUnnumbered', { id })
      : t('list.nobody', { number: fileNumbers.join(', '), id })
  }
}

const Head = ({ erasure }: { erasure: Erasure }) => {
  const { t } = useTranslation('erasures')
  const { state, scope, held, actNumber } = erasure
  return (
    <>
      <strong>{useNameOf()(erasure)}</strong>
      <Pill tone={tones[state]}>{t(`states.${state}`)}</Pill>
      {scope === 'partial' && <Pill>{t('list.partial')}</Pill>}
      {actNumber !== null && <Pill>{t('list.onAct', { number: actNumber })}</Pill>}
      {held && <Pill tone="info">{t('list.held')}</Pill>}
      {isWaiting(erasure) && <Pill tone="info">{t('list.waits')}</Pill>}
    </>
  )
}

const Decided = ({ erasure: { ground, decidedBy, decidedAt } }: { erasure: Erasure }) => {
  const { t } = useTranslation('erasures')
  const dates = useDates()
  const values = { ground: t(`grounds.${ground}`), name: decidedBy, day: dates.instantDay(decidedAt) }
  return <Hint>{t('list.decided', values)}</Hint>
}

interface RowProps {
  erasure: Erasure
  onTakeBack: () => void
  onNotices: () => void
  onDisclose: () => void
  onHolds: () => void
}

const Actions = ({ erasure, onTakeBack, onNotices, onDisclose, onHolds }: RowProps) => {
  const { t } = useTranslation('erasures')
  const certificate = useErasurePaper()
  const name = useNameOf()(erasure)
  const rest = useEraseRest()
  const { today } = useDates()
  const { id, state, scope, ground, kept, needsNotices, actId, certifiedAt } = erasure
  const isOver = kept.some(({ until }) => until !== null && until < today())
  const hasRest = state === 'done' && scope === 'whole' && isOver
  return (
    <>
      {state === 'blocked' && needsNotices && actId === null && (
        <Button variant="default" onClick={onNotices} aria-label={t('list.noticesOf', { name })}>
          {t('list.notices')}
        </Button>
      )}
      {state === 'blocked' && ground !== 'restored' && (
        <Button variant="default" onClick={onTakeBack} aria-label={t('list.takeBackOf', { name })}>
          {t('list.takeBack')}
        </Button>
      )}
      {state === 'blocked' && scope === 'whole' && (
        <Button variant="default" onClick={onDisclose} aria-label={t('disclosure.actionOf', { number: id })}>
          {t('disclosure.action')}
        </Button>
      )}
      {state === 'blocked' && scope === 'whole' && (
        <Button variant="default" onClick={onHolds} aria-label={t('list.holdsOf', { name })}>
          {t('list.holds')}
        </Button>
      )}
      {hasRest && (
        <Button
          variant="default"
          loading={rest.isPending}
          onClick={() => rest.mutate(id)}
          aria-label={t('list.restOf', { number: id })}
        >
          {t('list.rest')}
        </Button>
      )}
      {certifiedAt !== null && (
        <Button
          variant="default"
          loading={certificate.isPending}
          onClick={() => certificate.mutate({ kind: 'erasure', id, number: id })}
          aria-label={t('list.certificateOf', { number: id })}
        >
          {t('list.certificate')}
        </Button>
      )}
    </>
  )
}

const Row = (props: RowProps) => (
  <ListRow head={<Head erasure={props.erasure} />} actions={<Actions {...props} />}>
    <Outcome erasure={props.erasure} />
    <Notices erasure={props.erasure} />
    <Kept erasure={props.erasure} />
    <Decided erasure={props.erasure} />
  </ListRow>
)

const TakeBackDialog = ({ erasure, onClose }: { erasure: Erasure; onClose: () => void }) => {
  const { t } = useTranslation('erasures')
  const { mutate, isPending } = useTakeBack()
  return (
    <ConfirmDialog
      title={t('list.takeBackTitle')}
      confirmLabel={t('list.takeBack')}
      cancelLabel={t('dialog.cancel')}
      pending={isPending}
      onConfirm={() => mutate(erasure.id, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('list.takeBackText')}</p>
    </ConfirmDialog>
  )
}

/** What is blocked and will be destroyed, and the trace of what was. */
export const Erasures = ({ onHolds }: { onHolds: (patientId: number, name: string) => void }) => {
  const { t } = useTranslation(['erasures', 'common'])
  const [page, setPage] = useState(0)
  const [asked, setAsked] = useState<{
    what: 'takeBack' | 'notices' | 'disclose'
    erasure: Erasure
  }>()
  const query = useQuery({ ...erasuresQuery(page), placeholderData: keepPreviousData })
  const { data, error, refetch } = query
  const nameOf = useNameOf()
  const close = () => setAsked(undefined)
  return (
    <Card title={t('list.title')} lead={<p>{t('list.lead')}</p>}>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={2} label={t('common:loading')} />}
      {data?.rows.length === 0 && (
        <EmptyState plain level={3} title={t('list.none')}>
          {t('list.noneText')}
        </EmptyState>
      )}
      {data && data.rows.length > 0 && (
        <CardList aria-busy={query.isPlaceholderData}>
          {data.rows.map((erasure) => (
            <Row
              key={erasure.id}
              erasure={erasure}
              onTakeBack={() => setAsked({ what: 'takeBack', erasure })}
              onNotices={() => setAsked({ what: 'notices', erasure })}
              onDisclose={() => setAsked({ what: 'disclose', erasure })}
              onHolds={() => onHolds(erasure.patientId, nameOf(erasure))}
            />
          ))}
        </CardList>
      )}
      <Pager
        page={page}
        total={data?.total ?? 0}
        perPage={erasuresPerPage}
        previousLabel={t('list.previous')}
        nextLabel={t('list.next')}
        range={(shown) => t('list.range', shown)}
        onPage={setPage}
      />
      {asked?.what === 'takeBack' && <TakeBackDialog erasure={asked.erasure} onClose={close} />}
      {asked?.what === 'disclose' && <DisclosureDialog erasure={asked.erasure} onClose={close} />}
      {asked?.what === 'notices' && (
        <NoticesDialog of={{ kind: 'erasure', id: asked.erasure.id }} noted={asked.erasure} onClose={close} />
      )}
    </Card>
  )
}
