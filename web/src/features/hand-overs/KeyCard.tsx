import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { HandOverKey } from '@ulna/contract/hand-overs/hand-overs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { useCopy } from '../../api/use-copy.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { Card } from '../../ui/base/Card.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import styles from './HandOvers.module.css'
import { handOverKeyQuery, useMakeKey, useReplaceKey } from './hand-overs.queries.ts'

const PresentKey = ({ known }: { known: HandOverKey }) => {
  const { t } = useTranslation('handOvers')
  const { reason } = usePermission('replaceHandOverKey')
  const { copy, isCopied } = useCopy()
  const [isAsked, setAsked] = useState(false)
  const replacing = useReplaceKey()
  const close = () => setAsked(false)
  return (
    <>
      <TextAreaField
        readOnly
        rows={2}
        spellCheck={false}
        label={t('key.label', { practice: known.practice })}
        value={known.recipient}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div>
        <Hint>{t('key.fingerprint')}</Hint>
        <strong className={styles.mark}>{known.fingerprint}</strong>
      </div>
      <div className={styles.actions}>
        <Button onClick={() => void copy(known.recipient)}>{t(isCopied ? 'key.copied' : 'key.copy')}</Button>
        <ReasonedButton variant="default" reason={reason} onClick={() => setAsked(true)}>
          {t('key.replace')}
        </ReasonedButton>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={t('key.replaceTitle')}
          confirmLabel={t('key.replace')}
          cancelLabel={t('key.cancel')}
          pending={replacing.isPending}
          onConfirm={() => replacing.mutate(undefined, { onSuccess: close })}
          onCancel={close}
        >
          <p>{t('key.replaceText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const OwnKey = () => {
  const { t } = useTranslation(['handOvers', 'common'])
  const { authPractice } = usePracticeSession()
  const { data, error, refetch } = useQuery(handOverKeyQuery(authPractice.id))
  const making = useMakeKey()
  if (error && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={1} label={t('common:loading')} />
  if (data !== null) return <PresentKey known={data} />
  return (
    <EmptyState
      plain
      level={3}
      title={t('key.none')}
      actions={
        <Button loading={making.isPending} onClick={() => making.mutate()}>
          {t('key.make')}
        </Button>
      }
    >
      {t('key.noneText')}
    </EmptyState>
  )
}

/** The key that files are sent to the practice with, to be given to whoever sends one. */
export const KeyCard = () => {
  const { t } = useTranslation('handOvers')
  return (
    <Card title={t('key.title')} lead={<p>{t('key.lead')}</p>}>
      <div className={styles.body}>
        <OwnKey />
      </div>
    </Card>
  )
}
