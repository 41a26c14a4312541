import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { moneyText } from '@ulna/contract/receipts/receipts.amounts'
import type { Price } from '@ulna/contract/receipts/receipts.prices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../api/session/session.ts'
import { LoadFailed } from '../../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Card, CardList } from '../../../ui/base/Card.tsx'
import { EmptyState } from '../../../ui/base/EmptyState.tsx'
import { hintClass } from '../../../ui/base/Hint.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { CloseIcon } from '../../../ui/icons/base-icons.tsx'
import { EditIcon } from '../../../ui/icons/other-icons.tsx'
import { PlusIcon } from '../../../ui/icons/shared-icons.tsx'
import { Optional } from '../../../ui/Optional.tsx'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'
import styles from './PriceList.module.css'
import { pricesQuery, useRemovePrice } from './prices.queries.ts'

const PriceDialog = lazyPart(() => import('./PriceDialog.tsx'), 'PriceDialog')

type Asked = { kind: 'write'; price: Price | undefined } | { kind: 'remove'; price: Price }

const RemoveDialog = ({ price, onClose }: { price: Price; onClose: () => void }) => {
  const { t } = useTranslation('receipts')
  const remove = useRemovePrice()
  return (
    <ConfirmDialog
      destructive
      title={t('prices.removeTitle', { name: price.name })}
      confirmLabel={t('prices.removeConfirm')}
      cancelLabel={t('prices.cancel')}
      closeLabel={t('prices.cancel')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(price.id, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('prices.removeText')}</p>
    </ConfirmDialog>
  )
}

const PriceRow = ({ price, ask }: { price: Price; ask: (asked: Asked) => void }) => {
  const { t } = useTranslation('receipts')
  const { language } = useDates()
  const { name, minutes, priceMinor } = price
  return (
    <li>
      <div className={styles.words}>
        <b>{name}</b>
        {minutes !== null && <div className={hintClass}>{t('prices.lasts', { count: minutes })}</div>}
      </div>
      <span className={styles.amount}>{moneyText(priceMinor, price, language)}</span>
      <IconButton label={t('prices.edit', { name })} onClick={() => ask({ kind: 'write', price })}>
        <EditIcon />
      </IconButton>
      <IconButton label={t('prices.remove', { name })} onClick={() => ask({ kind: 'remove', price })}>
        <CloseIcon />
      </IconButton>
    </li>
  )
}

/** What the practice asks for; receipts are filled in from it. */
export const PriceList = () => {
  const { t } = useTranslation(['receipts', 'common'])
  const { authPractice } = usePracticeSession()
  const { data, error, refetch } = useQuery(pricesQuery(authPractice.id))
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const add = (
    <Button leftSection={<PlusIcon />} onClick={() => setAsked({ kind: 'write', price: undefined })}>
      {t('prices.add')}
    </Button>
  )
  return (
    <Card title={t('prices.title')} lead={<p>{t('prices.lead')}</p>} action={add}>
      {!data && error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={3} label={t('common:loading')} />}
      {data?.length === 0 && (
        <EmptyState plain level={3} title={t('prices.empty')}>
          {t('prices.emptyText')}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <CardList>
          {data.map((price) => (
            <PriceRow key={price.id} price={price} ask={setAsked} />
          ))}
        </CardList>
      )}
      <Optional>{asked?.kind === 'write' && <PriceDialog price={asked.price} onClose={close} />}</Optional>
      {asked?.kind === 'remove' && <RemoveDialog price={asked.price} onClose={close} />}
    </Card>
  )
}
