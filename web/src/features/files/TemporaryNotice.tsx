import { Button } from '@mantine/core'
import type { RecordRow } from '@ulna/contract/records/records'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../api/http/messages.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { calloutClass } from '../../ui/base/callout.ts'
import { Row } from '../../ui/base/Row.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useDiscardDocument } from './files.queries.ts'
import styles from './TemporaryNotice.module.css'

/** Milliseconds for which a document is kept that nobody completes (product-decisions.md §6). */
const keptFor = 24 * 3_600_000

export interface TemporaryNoticeProps {
  record: RecordRow
  /** Absent for whoever may not complete it. */
  onComplete: (() => void) | undefined
  onDiscarded: () => void
}

/** Says that a document waits for being completed, until when, and offers both ways out. */
export const TemporaryNotice = ({ record, onComplete, onDiscarded }: TemporaryNoticeProps) => {
  const { t } = useTranslation('files')
  const dates = useDates()
  const [asks, setAsks] = useState(false)
  const discarding = useDiscardDocument(record.ownerId)
  const until = new Date(Date.parse(record.createdAt) + keptFor)
  const discard = (): void =>
    discarding.mutate(record.id, {
      onSuccess: () => {
        queueInfo(t('temporary.discarded'))
        onDiscarded()
      },
    })
  return (
    <div className={calloutClass('warn')}>
      <p>
        <strong>{t('temporary.title')}</strong>
      </p>
      <p>{t('temporary.text', { when: `${dates.instantDay(until)}, ${dates.time(until)}` })}</p>
      {onComplete && (
        <Row className={styles.actions}>
          <Button onClick={onComplete}>{t('temporary.complete')}</Button>
          <Button variant="default" onClick={() => setAsks(true)}>
            {t('temporary.discard')}
          </Button>
        </Row>
      )}
      {asks && (
        <ConfirmDialog
          title={t('temporary.discardTitle')}
          confirmLabel={t('temporary.discard')}
          cancelLabel={t('temporary.keep')}
          closeLabel={t('add.close')}
          destructive
          pending={discarding.isPending}
          onConfirm={discard}
          onCancel={() => setAsks(false)}
        >
          <p>{t('temporary.discardText')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
