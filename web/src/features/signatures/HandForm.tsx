import { Button } from '@mantine/core'
import type { Signer } from '@ulna/contract/signatures/signatures'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SignaturePad } from '../../blocks/signature-pad/SignaturePad.tsx'
import { FormActions } from '../../ui/base/FormActions.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import styles from './Signing.module.css'
import type { Hand } from './signatures.queries.ts'

export interface HandFormProps {
  /** Who may sign here, the first one at first. */
  signers: readonly Signer[]
  /** What each is called; a guardian says so themselves. */
  names: { readonly patient: string; readonly practitioner: string }
  pending: boolean
  /** Why the last attempt did not work, in words. */
  problem: string | undefined
  onSign: (hand: Hand) => void
  /** Leaves without a signature. */
  onLeave: () => void
  leaveLabel: string
}

type Way = 'draw' | 'type'

/** A hand: whose, and drawn or typed. */
export const HandForm = ({
  signers,
  names,
  pending,
  problem,
  onSign,
  onLeave,
  leaveLabel,
}: HandFormProps) => {
  const { t } = useTranslation(['signatures', 'error'])
  const [signer, setSigner] = useState<Signer>(signers[0] ?? 'patient')
  const [way, setWay] = useState<Way>('draw')
  const [picture, setPicture] = useState<string | null>(null)
  const [typedName, setTypedName] = useState('')
  const [guardian, setGuardian] = useState({ signerName: '', relation: '' })
  const [isChecked, setChecked] = useState(false)
  const name = signer === 'guardian' ? guardian.signerName : names[signer]
  const isSigned = way === 'draw' ? picture !== null : typedName.trim() !== ''
  const isNamed = signer !== 'guardian' || guardian.signerName.trim() !== ''

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setChecked(true)
    if (!isSigned || !isNamed) return
    const { signerName, relation } = guardian
    onSign({
      signer,
      ...(way === 'draw' ? { signature: picture } : { typedName: typedName.trim() }),
      ...(signer === 'guardian' ? { signerName: signerName.trim(), relation: relation.trim() } : {}),
    })
  }
  const choose = (chosen: Way): void => {
    setWay(chosen)
    setPicture(null)
  }
  const missing = isChecked && !isSigned ? t(`missing.${way}`) : undefined

  return (
    <form className={styles.hand} autoComplete="off" onSubmit={submit}>
      <div className={styles.choices}>
        {signers.length > 1 && (
          <ChoiceField
            legend={t('who')}
            name="signer"
            value={signer}
            choices={signers.map((one) => ({ value: one, label: t(`signer.${one}`) }))}
            onChange={setSigner}
          />
        )}
        <ChoiceField
          legend={t('how')}
          name="way"
          value={way}
          choices={(['draw', 'type'] as const).map((one) => ({ value: one, label: t(`way.${one}`) }))}
          onChange={choose}
        />
      </div>
      {signer === 'guardian' && (
        <div className={styles.guardian}>
          <TextField
            label={t('guardian.name')}
            value={guardian.signerName}
            maxLength={100}
            error={isChecked && !isNamed ? t('error:field_required') : undefined}
            onChange={({ currentTarget: { value } }) => setGuardian({ ...guardian, signerName: value })}
          />
          <TextField
            label={t('guardian.relation')}
            value={guardian.relation}
            maxLength={100}
            onChange={({ currentTarget: { value } }) => setGuardian({ ...guardian, relation: value })}
          />
        </div>
      )}
      {way === 'draw' ? (
        <SignaturePad name={name} onChange={setPicture} />
      ) : (
        <TextField
          className={styles.typed}
          label={t('typed.label')}
          hint={t('typed.hint')}
          value={typedName}
          maxLength={100}
          error={missing}
          onChange={(event) => setTypedName(event.currentTarget.value)}
        />
      )}
      <Hint>{t('closing')}</Hint>
      <p role="alert" className={styles.problem}>
        {problem ?? (way === 'draw' ? missing : undefined)}
      </p>
      <FormActions>
        <Button variant="default" size="xl" className={styles.large ?? ''} onClick={onLeave}>
          {leaveLabel}
        </Button>
        <Button type="submit" size="xl" className={styles.large ?? ''} loading={pending}>
          {t('sign')}
        </Button>
      </FormActions>
    </form>
  )
}
