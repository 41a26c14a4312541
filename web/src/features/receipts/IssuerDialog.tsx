import { limits } from '@ulna/contract/http/text'
import { useTranslation } from 'react-i18next'
import { textOrNull } from '../../api/forms/server-form-values.ts'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { queueInfo } from '../../api/http/messages.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { useSaveIssuer } from './receipts.queries.ts'

const fields = ['issuerName', 'taxId', 'address'] as const
const labels = { issuerName: 'issuer.name', taxId: 'issuer.taxId', address: 'issuer.address' } as const

/** What new receipts say of the practice: as it is registered, its tax number, its address and the series. */
export const IssuerDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('receipts')
  const { receipts } = usePracticeSession().authPractice.configurations
  const { mutateAsync } = useSaveIssuer()
  const { frame, text, change } = useServerForm({
    stored: undefined,
    startOf: () => ({
      issuerName: receipts.issuerName ?? '',
      taxId: receipts.taxId ?? '',
      address: receipts.address ?? '',
      series: receipts.series,
    }),
    faultsOf: ({ series }) => (/^[A-Z0-9]{0,6}$/.test(series) ? {} : { series: t('issuer.wrongSeries') }),
    fieldOf: (path) => path.split('.').at(-1),
    save: ({ values: { issuerName, taxId, address, series } }) =>
      mutateAsync({
        issuerName: textOrNull(issuerName),
        taxId: textOrNull(taxId),
        address: textOrNull(address),
        series,
      }),
    onSaved: () => {
      queueInfo(t('issuer.saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      frame={frame}
      title={t('issuer.title')}
      size={480}
      saveLabel={t('issuer.save')}
      onClose={onClose}
    >
      <Hint>{t('issuer.text')}</Hint>
      {fields.map((name) => (
        <TextField
          key={name}
          {...text(name)}
          label={t(labels[name])}
          hint={name === 'issuerName' ? t('issuer.nameHint') : undefined}
          maxLength={limits.title}
        />
      ))}
      <TextField
        {...text('series')}
        label={t('issuer.series')}
        hint={t('issuer.seriesHint')}
        maxLength={6}
        onChange={(event) => change({ series: event.currentTarget.value.toUpperCase() })}
      />
    </FormDialog>
  )
}
