import type { RecordSignatures, Signer } from '@ulna/contract/signatures/signatures'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { ApiError, hasKey } from '../../api/http/api-error.ts'
import { useErrorText } from '../../api/session/use-error-text.ts'
import type { Hand } from './signatures.queries.ts'

/** A hand before it signs: whose, and drawn or typed. */
export interface HandValues {
  readonly signer: Signer
  readonly way: 'draw' | 'type'
  readonly signature: string | null
  readonly typedName: string
  readonly signerName: string
  readonly relation: string
}

export interface HandFormOptions {
  /** Who may sign here, the first one at first. */
  signers: readonly [Signer, ...(readonly Signer[])]
  /** Undefined where there is nothing to sign. */
  sign: (hand: Hand) => Promise<RecordSignatures> | undefined
  onSigned: (signed: RecordSignatures | undefined) => void
}

const handOf = ({ signer, way, signature, typedName, signerName, relation }: HandValues): Hand => ({
  signer,
  ...(way === 'draw' ? { signature } : { typedName: typedName.trim() }),
  ...(signer === 'guardian' ? { signerName: signerName.trim(), relation: relation.trim() } : {}),
})

/** Why a document was not read or its signature not taken, in words. */
export const useSignProblem = () => {
  const { t } = useTranslation('signatures')
  const { textOf } = useErrorText()
  return (error: unknown): string => {
    if (hasKey(error, 'version_conflict')) return t('changed')
    return error instanceof ApiError ? textOf(error) : t('notSent')
  }
}

/** The form of a hand that signs what is shown. */
export const useHandForm = ({ signers, sign, onSigned }: HandFormOptions) => {
  const { t } = useTranslation(['signatures', 'error'])
  return useServerForm({
    stored: undefined,
    startOf: (): HandValues => ({
      ...{ signer: signers[0], way: 'draw', signature: null },
      ...{ typedName: '', signerName: '', relation: '' },
    }),
    faultsOf: ({ signer, way, signature, typedName, signerName }) => ({
      ...(way === 'draw' && signature === null ? { signature: t('missing.draw') } : {}),
      ...(way === 'type' && typedName.trim() === '' ? { typedName: t('missing.type') } : {}),
      ...(signer === 'guardian' && signerName.trim() === '' ? { signerName: t('error:field_required') } : {}),
    }),
    save: ({ values }) => sign(handOf(values)),
    onSaved: (signed) => onSigned(signed),
    problemOf: useSignProblem(),
  })
}
