import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { limits } from '@ulna/contract/http/text'
import type { RetentionHold } from '@ulna/contract/retention/retention'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../blocks/form/ReasonDialog.tsx'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { Pill } from '../../ui/pills/Pill.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
import { holdsQuery, useLiftHold, usePlaceHold } from './retention.queries.ts'

const Hold = ({ hold, onLift }: { hold: RetentionHold; onLift: () => void }) => {
  const { t } = useTranslation('archive')
  const dates = useDates()
  const { reason, placedBy, placedAt, liftedBy, liftedAt, liftReason } = hold
  return (
    <li className={stackClass(4)}>
      <p>
        <strong>{reason}</strong>{' '}
        <Pill tone={liftedAt ? 'neutral' : 'warn'}>{t(liftedAt ? 'holds.lifted' : 'holds.stands')}</Pill>
      </p>
      <Hint>{t('holds.placed', { name: placedBy, day: dates.instantDay(placedAt) })}</Hint>
      {liftedAt && (
        <Hint>
          {t('holds.liftedBy', { name: liftedBy, day: dates.instantDay(liftedAt), reason: liftReason })}
        </Hint>
      )}
      {!liftedAt && (
        <div>
          <Button variant="default" onClick={onLift} aria-label={t('holds.liftOf', { reason })}>
            {t('holds.lift')}
          </Button>
        </div>
      )}
    </li>
  )
}

const Holds = ({ patientId, onLift }: { patientId: number; onLift: (hold: RetentionHold) => void }) => {
  const { t } = useTranslation(['archive', 'common'])
  const { data, error, refetch } = useQuery(holdsQuery(patientId))
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} label={t('common:loading')} />
  if (data.length === 0) return <p>{t('holds.none')}</p>
  return (
    <ul className={stackClass(16)}>
      {data.map((hold) => (
        <Hold key={hold.id} hold={hold} onLift={() => onLift(hold)} />
      ))}
    </ul>
  )
}

/** Asks why a file is to be kept. */
const PlaceDialog = ({ patientId, onClose }: { patientId: number; onClose: () => void }) => {
  const { t } = useTranslation('archive')
  const { mutate, isPending } = usePlaceHold(patientId)
  return (
    <ReasonDialog
      title={t('holds.placeTitle')}
      label={t('holds.reason')}
      hint={t('holds.reasonHint')}
      confirmLabel={t('holds.place')}
      shortest={1}
      longest={limits.title}
      pending={isPending}
      onConfirm={(reason) => mutate(reason, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

const LiftDialog = ({ hold, onClose }: { hold: RetentionHold; onClose: () => void }) => {
  const { t } = useTranslation('archive')
  const { mutate, isPending } = useLiftHold()
  return (
    <ReasonDialog
      title={t('holds.liftTitle')}
      label={t('holds.liftReason')}
      confirmLabel={t('holds.liftConfirm')}
      shortest={1}
      longest={limits.title}
      pending={isPending}
      onConfirm={(reason) => mutate({ id: hold.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('holds.liftText', { reason: hold.reason })}</p>
    </ReasonDialog>
  )
}

export interface HoldsDialogProps {
  patientId: number
  name: string
  onClose: () => void
}

/** Why a file is kept beyond its term: who said so, since when, and what was lifted again. */
export const HoldsDialog = ({ patientId, name, onClose }: HoldsDialogProps) => {
  const { t } = useTranslation(['archive', 'buttons'])
  const [asked, setAsked] = useState<'place' | RetentionHold>()
  const close = () => setAsked(undefined)
  return (
    <>
      <WideDialog onClose={onClose} title={t('holds.title', { name })} closeLabel={t('buttons:close')}>
        <div className={stackClass(16)}>
          <p>{t('holds.text')}</p>
          <Holds patientId={patientId} onLift={setAsked} />
          <div>
            <Button onClick={() => setAsked('place')}>{t('holds.place')}</Button>
          </div>
        </div>
      </WideDialog>
      {asked === 'place' && <PlaceDialog patientId={patientId} onClose={close} />}
      {asked !== undefined && asked !== 'place' && <LiftDialog hold={asked} onClose={close} />}
    </>
  )
}
