import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { ErasureItem, ErasurePreview } from '@ulna/contract/erasures/erasures'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { FormActions } from '../../ui/base/FormActions.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
import { previewQuery, useBlockOnAct } from './erasures.queries.ts'
import { GraceField, useGrace } from './GraceField.tsx'

/** A file that is to go on an act. */
export interface ActFile {
  readonly patientId: number
  readonly name: string
  /** What the practice calls the file. */
  readonly fileId: string
}

/** What keeps one file off the act, in words; undefined where nothing does. */
const useObstacleOf = () => {
  const { t } = useTranslation('erasures')
  return ({ holdReason, archived, scope }: ErasurePreview): string | undefined => {
    if (holdReason !== null) return t('dialog.held', { reason: holdReason })
    if (!archived) return t('dialog.notArchived')
    return scope === 'partial' ? t('actDialog.partial') : undefined
  }
}

/** How many of which kind. */
const useThings = () => {
  const { t } = useTranslation('erasures')
  return (items: readonly Pick<ErasureItem, 'kind' | 'count'>[]): string =>
    items.map(({ kind, count }) => t('actDialog.things', { what: t(`kinds.${kind}`), count })).join(' · ')
}

/** What the law keeps of a file until when, or what keeps it off the act. */
const Stays = ({ preview }: { preview: ErasurePreview }) => {
  const { t } = useTranslation('erasures')
  const dates = useDates()
  const things = useThings()
  const obstacle = useObstacleOf()(preview)
  if (obstacle)
    return (
      <p>
        <strong>{obstacle}</strong>
      </p>
    )
  const kept = preview.items.filter(({ fate }) => fate === 'kept')
  if (kept.length === 0) return <Hint>{t('actDialog.nothingStays')}</Hint>
  return kept.map((item) => (
    <Hint key={item.kind}>
      {t('actDialog.stays', { what: things([item]) })}{' '}
      {item.until === null ? t('dialog.noEnd') : t('dialog.until', { day: dates.day(item.until) })}.{' '}
      {item.reason && t(`reasons.${item.reason}`)}
    </Hint>
  ))
}

interface FileRowProps {
  file: ActFile
  preview: ErasurePreview
  onLeaveOut: () => void
}

const FileRow = ({ file: { name, fileId }, preview, onLeaveOut }: FileRowProps) => {
  const { t } = useTranslation('erasures')
  const things = useThings()
  return (
    <li className={stackClass(4)}>
      <p>
        <strong>{name}</strong> · {t('actDialog.number', { number: fileId })}
      </p>
      <Hint>
        {t('actDialog.goes', { what: things(preview.items.filter(({ fate }) => fate !== 'kept')) })}
      </Hint>
      <Stays preview={preview} />
      <div>
        <Button variant="default" onClick={onLeaveOut} aria-label={t('actDialog.leaveOutOf', { name })}>
          {t('actDialog.leaveOut')}
        </Button>
      </div>
    </li>
  )
}

export interface ActDialogProps {
  files: readonly ActFile[]
  onLeaveOut: (patientId: number) => void
  /** The files are blocked together. */
  onDone: () => void
  onClose: () => void
}

interface AskProps extends ActDialogProps {
  previews: ReadonlyMap<number, ErasurePreview>
}

const Ask = ({ files, previews, onLeaveOut, onDone, onClose }: AskProps) => {
  const { t } = useTranslation('erasures')
  const blocking = useBlockOnAct()
  const grace = useGrace()
  const [seen, setSeen] = useState(false)
  const obstacleOf = useObstacleOf()
  const stands = [...previews.values()].some((preview) => obstacleOf(preview) !== undefined)
  const reason = stands ? t('actDialog.stands') : seen ? undefined : t('dialog.unseen')
  const block = (): void => {
    if (reason !== undefined || grace.days === null || blocking.isPending) return
    const patientIds = files.map(({ patientId }) => patientId)
    blocking.mutate({ patientIds, graceDays: grace.days }, { onSuccess: onDone })
  }
  return (
    <form
      noValidate
      className={stackClass(16)}
      onSubmit={(event) => {
        event.preventDefault()
        block()
      }}
    >
      <p>{t('actDialog.lead')}</p>
      <ul className={stackClass(16)}>
        {files.map((file) => {
          const preview = previews.get(file.patientId)
          return (
            preview && (
              <FileRow
                key={file.patientId}
                file={file}
                preview={preview}
                onLeaveOut={() => onLeaveOut(file.patientId)}
              />
            )
          )
        })}
      </ul>
      <p>{t('actDialog.whole')}</p>
      <p>{t('dialog.notices')}</p>
      <GraceField {...grace} />
      <CheckboxField
        label={t('actDialog.seen')}
        checked={seen}
        onChange={(event) => setSeen(event.currentTarget.checked)}
      />
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <ReasonedButton type="submit" color="red" loading={blocking.isPending} reason={reason}>
          {t('actDialog.block')}
        </ReasonedButton>
      </FormActions>
    </form>
  )
}

/** Shows of each file what would become of it, and blocks them together on one act once that was seen (decision 0065). */
export const ActDialog = (props: ActDialogProps) => {
  const { t } = useTranslation(['erasures', 'common'])
  const { files, onClose } = props
  const found = useQueries({ queries: files.map(({ patientId }) => previewQuery(patientId)) })
  const failed = found.find(({ error, data }) => error && !data)
  const previews = new Map(found.flatMap(({ data }) => (data ? [[data.patientId, data] as const] : [])))
  return (
    <WideDialog onClose={onClose} title={t('actDialog.title')} closeLabel={t('dialog.cancel')}>
      {failed && <LoadFailed error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && previews.size < files.length && (
        <SkeletonRows rows={files.length} label={t('common:loading')} />
      )}
      {!failed && previews.size === files.length && <Ask {...props} previews={previews} />}
    </WideDialog>
  )
}
