import { useQuery } from '@tanstack/react-query'
import { handOverGrounds } from '@ulna/contract/hand-overs/hand-overs'
import { limits } from '@ulna/contract/http/text'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { KeptBackGroups } from '../../blocks/kept-back/KeptBack.tsx'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx'
import { More } from '../../ui/More.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { ageFingerprint, looksLikeKey, plainKey } from './age-fingerprint.ts'
import styles from './HandOvers.module.css'
import { keepablePartsQuery, useMakeHandOver } from './hand-overs.queries.ts'

interface HandOverValues {
  recipientName: string
  recipient: string
  ground: (typeof handOverGrounds)[number]
  groundNote: string
  keptBack: string[]
}

const startOf = (): HandOverValues => ({
  recipientName: '',
  recipient: '',
  ground: 'request',
  groundNote: '',
  keptBack: [],
})

/** The check mark of a key that was typed, to be compared with what its owner says another way. */
const CheckMark = ({ recipient }: { recipient: string }) => {
  const { t } = useTranslation('handOvers')
  const typed = plainKey(recipient)
  const { data } = useQuery({
    queryKey: ['hand-overs', 'check-mark', typed],
    queryFn: async () => (await ageFingerprint(typed)) ?? '',
    enabled: looksLikeKey(typed),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (!data) return null
  return (
    <div role="status">
      <strong className={styles.mark}>{data}</strong>
      <Hint>{t('compare')}</Hint>
    </div>
  )
}

interface KeptBackProps {
  patientId: number
  keptBack: readonly string[]
  onChange: (key: string, isKept: boolean) => void
}

const KeptBack = ({ patientId, keptBack, onChange }: KeptBackProps) => {
  const { t } = useTranslation('common')
  const { data, error, refetch } = useQuery(keepablePartsQuery(patientId))
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} label={t('loading')} />
  return <KeptBackGroups parts={data} keptBack={keptBack} onChange={onChange} />
}

/** Who gets a file, with which key, on what ground, and what of it stays here. */
export const HandOverForm = ({ patientId, onClose }: { patientId: number; onClose: () => void }) => {
  const { t } = useTranslation('handOvers')
  const { mutateAsync } = useMakeHandOver(patientId)
  const { frame, text, values, change } = useServerForm({
    stored: undefined,
    startOf,
    save: ({ values: { recipient, groundNote, ...input } }) =>
      mutateAsync({ ...input, recipient: plainKey(recipient), groundNote: groundNote.trim() || null }),
    onSaved: onClose,
  })
  const keep = (key: string, isKept: boolean) =>
    change({ keptBack: isKept ? [...values.keptBack, key] : values.keptBack.filter((one) => one !== key) })
  return (
    <FormDialog frame={frame} title={t('makeTitle')} saveLabel={t('begin')} onClose={onClose}>
      <TextField
        {...text('recipientName')}
        label={t('recipientName')}
        maxLength={limits.title}
        required
        autoComplete="off"
        data-autofocus
      />
      <TextAreaField
        {...text('recipient')}
        rows={2}
        label={t('recipient')}
        hint={t('recipientHint')}
        maxLength={100}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <CheckMark recipient={values.recipient} />
      <SelectField
        label={t('ground')}
        value={values.ground}
        options={handOverGrounds.map((value) => ({ value, label: t(`grounds.${value}`) }))}
        onChange={({ currentTarget }) =>
          change({ ground: handOverGrounds.find((one) => one === currentTarget.value) ?? values.ground })
        }
      />
      <TextField
        {...text('groundNote')}
        label={t('groundNote')}
        maxLength={limits.title}
        autoComplete="off"
      />
      <More label={t('keepBack')} isOpen={false}>
        <Hint>{t('keepBackHint')}</Hint>
        <KeptBack patientId={patientId} keptBack={values.keptBack} onChange={keep} />
      </More>
    </FormDialog>
  )
}
