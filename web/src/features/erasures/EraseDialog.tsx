import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BlockInput, ErasureItem, ErasurePreview } from '@ulna/contract/erasures/erasures'
import { graceDays } from '@ulna/contract/erasures/erasures.rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { FormActions } from '../../ui/base/FormActions.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
import { AskedFields, type AskedValues } from './AskedFields.tsx'
import { previewQuery, useBlock } from './erasures.queries.ts'
import { GraceField, useGrace } from './GraceField.tsx'

const ItemRow = ({ item: { kind, count, fate, until, reason } }: { item: ErasureItem }) => {
  const { t } = useTranslation('erasures')
  const dates = useDates()
  return (
    <tr>
      <th scope="row">{t(`kinds.${kind}`)}</th>
      <td>{count}</td>
      <td>
        {t(`fates.${fate}`)}
        {fate === 'kept' && (
          <Hint>{until === null ? t('dialog.noEnd') : t('dialog.until', { day: dates.day(until) })}</Hint>
        )}
        {reason && <Hint>{t(`reasons.${reason}`)}</Hint>}
      </td>
    </tr>
  )
}

const Items = ({ items }: Pick<ErasurePreview, 'items'>) => {
  const { t } = useTranslation('erasures')
  return (
    <DataTable>
      <thead>
        <tr>
          <th scope="col">{t('dialog.what')}</th>
          <th scope="col">{t('dialog.count')}</th>
          <th scope="col">{t('dialog.fate')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <ItemRow key={item.kind} item={item} />
        ))}
      </tbody>
    </DataTable>
  )
}

/** What keeps it from being erased now, in words; undefined where nothing does. */
const useObstacle = (preview: ErasurePreview): string | undefined => {
  const { t } = useTranslation('erasures')
  if (preview.holdReason !== null) return t('dialog.held', { reason: preview.holdReason })
  if (!preview.archived) return t('dialog.notArchived')
  return preview.items.every(({ fate }) => fate === 'kept') ? t('dialog.nothing') : undefined
}

interface AskProps {
  preview: ErasurePreview
  onDone: (preview: ErasurePreview) => void
  onClose: () => void
}

const Ask = ({ preview, onDone, onClose }: AskProps) => {
  const { t } = useTranslation('erasures')
  const blocking = useBlock(preview.patientId)
  const [ground, setGround] = useState<BlockInput['ground']>('request')
  const grace = useGrace()
  const [seen, setSeen] = useState(false)
  const isWhole = preview.scope === 'whole'
  const days = isWhole ? grace.days : graceDays.usual
  const { today } = useDates()
  const [asked, setAsked] = useState<AskedValues>(() => ({
    askedOn: today(),
    askedBy: 'patient',
    identity: 'document',
  }))
  const isRequest = ground === 'request'
  const isTold = !isRequest || asked.askedOn !== null
  const obstacle = useObstacle(preview)
  const erase = (): void => {
    if (obstacle !== undefined || !seen || !isTold || days === null || blocking.isPending) return
    const input = { ground, scope: preview.scope, graceDays: days, ...(isRequest && asked) }
    blocking.mutate(input, { onSuccess: () => onDone(preview) })
  }
  return (
    <form
      noValidate
      className={stackClass(16)}
      onSubmit={(event) => {
        event.preventDefault()
        erase()
      }}
    >
      <p>{t('dialog.lead')}</p>
      <Items items={preview.items} />
      {obstacle && (
        <p>
          <strong>{obstacle}</strong>
        </p>
      )}
      <p>{t(isWhole ? 'dialog.whole' : 'dialog.partial')}</p>
      {preview.needsNotices && <p>{t('dialog.notices')}</p>}
      {isWhole && (
        <>
          <SelectField
            label={t('dialog.ground')}
            value={ground}
            options={(['request', 'term_over'] as const).map((value) => ({
              value,
              label: t(`grounds.${value}`),
            }))}
            onChange={({ currentTarget }) =>
              setGround(currentTarget.value === 'term_over' ? 'term_over' : 'request')
            }
          />
          <GraceField {...grace} />
        </>
      )}
      {isRequest && (
        <AskedFields values={asked} onChange={(some) => setAsked((all) => ({ ...all, ...some }))} />
      )}
      <CheckboxField
        label={t('dialog.seen')}
        checked={seen}
        onChange={(event) => setSeen(event.currentTarget.checked)}
      />
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <ReasonedButton
          type="submit"
          color="red"
          loading={blocking.isPending}
          reason={obstacle ?? (seen ? undefined : t('dialog.unseen'))}
        >
          {t(isWhole ? 'dialog.block' : 'dialog.erasePart')}
        </ReasonedButton>
      </FormActions>
    </form>
  )
}

export interface EraseDialogProps {
  patientId: number
  name: string
  /** The file is blocked, or what no law keeps of it goes. */
  onDone: (preview: ErasurePreview) => void
  onClose: () => void
}

/** Shows item by item what would become of a file, and blocks it once that was seen (decision 0057). */
export const EraseDialog = ({ patientId, name, onDone, onClose }: EraseDialogProps) => {
  const { t } = useTranslation(['erasures', 'common'])
  const { data, error, refetch } = useQuery(previewQuery(patientId))
  return (
    <WideDialog onClose={onClose} title={t('dialog.title', { name })} closeLabel={t('dialog.cancel')}>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={5} label={t('common:loading')} />}
      {data && <Ask preview={data} onDone={onDone} onClose={onClose} />}
    </WideDialog>
  )
}
