import type { WaitingPatient } from '@ulna/contract/wait-list/wait-list'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../api/http/messages.ts'
import { usePermission } from '../../api/practice/use-permission.ts'
import type { AgendaPractitioner } from '../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import type { ChosenPatient } from '../../blocks/patient-picker/PatientPicker.tsx'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { Card, CardList } from '../../ui/base/Card.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { WaitingRow } from './WaitingRow.tsx'
import styles from './WaitList.module.css'
import { useWithdrawWaiting } from './wait-list.queries.ts'

const WaitingDialog = lazyPart(() => import('./WaitingDialog.tsx'), 'WaitingDialog')

/** What both lists need to add and change. */
export interface WaitListPlace {
  practiceId: number
  /** Practitioners who can be wished for. */
  practitioners: readonly Pick<AgendaPractitioner, 'id' | 'fullName'>[]
  /** Length proposed for somebody new, in minutes: the practice's usual one. */
  usualMinutes: number
  /** Opens the form for this patient at once. */
  newFor?: ChosenPatient | undefined
}

/** Milliseconds after which a dialog has given back the focus, where it came from here. */
const focusComesBack = 100

type Asked =
  | { readonly patient?: ChosenPatient | undefined; readonly changed?: WaitingPatient }
  | { readonly withdrawn: WaitingPatient }

interface WithdrawalProps {
  practiceId: number
  waiting: WaitingPatient
  onWithdrawn: (waiting: WaitingPatient) => void
  onClose: () => void
}

const Withdrawal = ({ practiceId, waiting, onWithdrawn, onClose }: WithdrawalProps) => {
  const { t } = useTranslation(['waitList', 'calendar'])
  const withdraw = useWithdrawWaiting(practiceId)
  return (
    <ConfirmDialog
      destructive
      title={t('withdraw.title')}
      confirmLabel={t('withdraw.confirm')}
      cancelLabel={t('withdraw.cancel')}
      closeLabel={t('calendar:close')}
      pending={withdraw.isPending}
      onConfirm={() => withdraw.mutate(waiting, { onSuccess: () => onWithdrawn(waiting) })}
      onCancel={onClose}
    >
      {t('withdraw.text', { name: waiting.patientName })}
    </ConfirmDialog>
  )
}

export interface WaitListPanelProps extends WaitListPlace {
  title: string
  count: number | undefined
  /** Undefined while they are on their way. */
  rows: readonly WaitingPatient[] | undefined
  /** Why they did not come; null while they may. */
  error: unknown
  onRetry: () => void
  /** What is said where nobody waits. */
  nobody: { title: string; text: string }
  onBook?: ((waiting: WaitingPatient) => void) | undefined
  head?: ReactNode
  foot?: ReactNode
}

type BodyProps = Pick<WaitListPanelProps, 'rows' | 'error' | 'onRetry' | 'nobody'> & {
  children: (waiting: WaitingPatient) => ReactNode
}

const Body = ({ rows, error, onRetry, nobody, children }: BodyProps) => {
  const { t } = useTranslation('waitList')
  if (rows === undefined && error !== null)
    return <LoadFailed error={error} title={t('failed')} onRetry={onRetry} />
  if (rows === undefined) return <SkeletonRows rows={3} label={t('loading')} />
  if (rows.length > 0) return <CardList>{rows.map(children)}</CardList>
  return (
    <EmptyState plain level={3} title={nobody.title}>
      {nobody.text}
    </EmptyState>
  )
}

/** A list of waiting patients, and what can be done with each. */
export const WaitListPanel = (props: WaitListPanelProps) => {
  const { practiceId, practitioners, usualMinutes, newFor, title, count, onBook, head, foot, ...body } = props
  const { t } = useTranslation('waitList')
  const { reason } = usePermission('writeWaitList')
  const [asked, setAsked] = useState<Asked | undefined>(newFor && { patient: newFor })
  const add = useRef<HTMLButtonElement>(null)
  const close = () => {
    setAsked(undefined)
    // Where the form was asked for elsewhere, nothing here had the focus that comes back.
    setTimeout(() => {
      const panel = add.current?.closest('section')
      if (!panel?.contains(document.activeElement)) add.current?.focus()
    }, focusComesBack)
  }
  const withdrawn = ({ patientName }: WaitingPatient) => {
    close()
    queueInfo(t('result.withdrawn', { name: patientName }))
    // The row that had the focus is gone.
    add.current?.focus()
  }
  const action = (
    <ReasonedButton
      ref={add}
      variant="light"
      size="sm"
      className={styles.add ?? ''}
      reason={reason}
      onClick={() => setAsked({})}
    >
      {t('add')}
    </ReasonedButton>
  )
  return (
    <Card title={title} count={count} className={styles.panel} action={action}>
      {head}
      <Body {...body}>
        {(one) => (
          <WaitingRow
            key={one.id}
            waiting={one}
            reason={reason}
            onBook={onBook}
            onEdit={(waiting) => setAsked({ changed: waiting })}
            onWithdraw={(waiting) => setAsked({ withdrawn: waiting })}
          />
        )}
      </Body>
      {foot}
      {asked && 'withdrawn' in asked && (
        <Withdrawal
          practiceId={practiceId}
          waiting={asked.withdrawn}
          onWithdrawn={withdrawn}
          onClose={close}
        />
      )}
      <Suspense>
        {asked && !('withdrawn' in asked) && (
          <WaitingDialog
            {...{ practiceId, practitioners, usualMinutes }}
            stored={asked.changed}
            patient={asked.patient}
            onClose={close}
          />
        )}
      </Suspense>
    </Card>
  )
}
