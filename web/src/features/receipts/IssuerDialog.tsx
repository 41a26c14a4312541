import { Button } from '@mantine/core'
import { limits } from '@ulna/contract/http/text'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../api/messages.ts'
import { usePracticeSession } from '../../api/session.ts'
import { useErrorText } from '../../api/use-error-text.ts'
import { TextField } from '../../ui/TextField.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
import css from './ReceiptForm.module.css'
import { useSaveIssuer } from './receipts.queries.ts'

const fields = ['issuerName', 'taxId', 'address'] as const
const labels = { issuerName: 'issuer.name', taxId: 'issuer.taxId', address: 'issuer.address' } as const

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** What new receipts say of the practice: as it is registered, its tax number, its address and the series. */
export const IssuerDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['receipts', 'buttons'])
  const { authPractice } = usePracticeSession()
  const { receipts } = authPractice.configurations
  const [values, setValues] = useState({
    issuerName: receipts.issuerName ?? '',
    taxId: receipts.taxId ?? '',
    address: receipts.address ?? '',
    series: receipts.series,
  })
  const saving = useSaveIssuer()
  const { textOf } = useErrorText()
  const isSeries = /^[A-Z0-9]{0,6}$/.test(values.series)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSeries || saving.isPending) return
    const { series, issuerName, taxId, address } = values
    const rules = { issuerName: orNull(issuerName), taxId: orNull(taxId), address: orNull(address), series }
    saving.mutate(rules, {
      onSuccess: () => {
        queueInfo(t('issuer.saved'))
        onClose()
      },
    })
  }
  return (
    <WideDialog onClose={onClose} title={t('issuer.title')} size={480} closeLabel={t('buttons:close')}>
      <form className={css.form} noValidate onSubmit={submit}>
        <p className={css.hint}>{t('issuer.text')}</p>
        {saving.isError && (
          <p className={css.banner} role="alert">
            {textOf(saving.error)}
          </p>
        )}
        {fields.map((name) => (
          <TextField
            key={name}
            label={t(labels[name])}
            hint={name === 'issuerName' ? t('issuer.nameHint') : undefined}
            maxLength={limits.title}
            value={values[name]}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
        <TextField
          label={t('issuer.series')}
          hint={t('issuer.seriesHint')}
          maxLength={6}
          value={values.series}
          error={isSeries ? undefined : t('form.missing')}
          onChange={(event) => setValues({ ...values, series: event.currentTarget.value.toUpperCase() })}
        />
        <div className={css.actions}>
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {t('issuer.save')}
          </Button>
        </div>
      </form>
    </WideDialog>
  )
}
