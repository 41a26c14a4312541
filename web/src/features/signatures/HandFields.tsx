import type { Signer } from '@ulna/contract/signatures/signatures'
import { useTranslation } from 'react-i18next'
import type { FormFields } from '../../api/forms/server-form.ts'
import { SignaturePad } from '../../blocks/signature-pad/SignaturePad.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { Problem } from '../../ui/base/Problem.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import styles from './Signing.module.css'
import type { HandValues } from './use-hand-form.ts'

export interface HandFieldsProps {
  form: FormFields<HandValues>
  /** Who may sign here. */
  signers: readonly Signer[]
  /** What each is called; a guardian says so themselves. */
  names: { readonly patient: string; readonly practitioner: string }
}

/** A hand: whose, and drawn or typed. */
export const HandFields = ({ form, signers, names }: HandFieldsProps) => {
  const { t } = useTranslation('signatures')
  const { values, faults, change, text } = form
  const { signer, way, signerName } = values
  // Nothing of what is typed goes into the browser's own records of a session (H6).
  const field = (name: 'signerName' | 'relation' | 'typedName') => ({
    ...text(name),
    maxLength: 100,
    autoComplete: 'off',
  })
  return (
    <>
      <div className={styles.choices}>
        {signers.length > 1 && (
          <ChoiceField
            legend={t('who')}
            name="signer"
            value={signer}
            choices={signers.map((one) => ({ value: one, label: t(`signer.${one}`) }))}
            onChange={(chosen) => change({ signer: chosen })}
          />
        )}
        <ChoiceField
          legend={t('how')}
          name="way"
          value={way}
          choices={(['draw', 'type'] as const).map((one) => ({ value: one, label: t(`way.${one}`) }))}
          onChange={(chosen) => change({ way: chosen, signature: null })}
        />
      </div>
      {signer === 'guardian' && (
        <div className={styles.guardian}>
          <TextField {...field('signerName')} label={t('guardian.name')} />
          <TextField {...field('relation')} label={t('guardian.relation')} />
        </div>
      )}
      {way === 'draw' ? (
        <SignaturePad
          name={signer === 'guardian' ? signerName : names[signer]}
          onChange={(signature) => change({ signature })}
        />
      ) : (
        <TextField
          {...field('typedName')}
          className={styles.typed}
          label={t('typed.label')}
          hint={t('typed.hint')}
        />
      )}
      <Hint>{t('closing')}</Hint>
      {faults.signature && <Problem>{faults.signature}</Problem>}
    </>
  )
}
