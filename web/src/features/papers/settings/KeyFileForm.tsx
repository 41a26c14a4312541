import { Button, FileButton } from '@mantine/core'
import { keyFileLimits } from '@ulna/contract/papers/papers.keys'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../../api/forms/use-server-form.ts'
import { FormFrame } from '../../../blocks/form/FormFrame.tsx'
import { useLeaveQuestion } from '../../../blocks/form/use-leave-question.tsx'
import { Problem } from '../../../ui/base/Problem.tsx'
import { Row } from '../../../ui/base/Row.tsx'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { useSupplyKey } from './signing-key.queries.ts'

const base64Of = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** A file with a certificate and its key, and the password it is closed with; what is wrong stands beside each. */
export const KeyFileForm = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation(['signingKey', 'auth'])
  const hintId = useId()
  const { mutateAsync } = useSupplyKey()
  const { frame, values, faults, change, text } = useServerForm({
    stored: undefined,
    startOf: (): { file: File | undefined; password: string } => ({ file: undefined, password: '' }),
    save: async ({ values: { file, password } }) =>
      file && mutateAsync({ file: await base64Of(file), password }),
    onSaved: onDone,
  })
  const { question, close } = useLeaveQuestion({ ...frame, onClose: onDone, isPart: true })
  const { file } = values
  const isTooLarge = file !== undefined && file.size > keyFileLimits.bytes
  const fileFault = isTooLarge ? t('tooLarge') : faults.file
  return (
    <FormFrame frame={frame} label={t('open')}>
      <Row>
        <FileButton
          onChange={(chosen) => chosen && change({ file: chosen })}
          accept=".p12,.pfx,application/x-pkcs12"
          inputProps={{ 'aria-label': t('file') }}
        >
          {(props) => (
            <Button variant="default" aria-describedby={hintId} {...props}>
              {t(file ? 'change' : 'choose')}
            </Button>
          )}
        </FileButton>
        <span id={hintId}>{file?.name ?? t('file')}</span>
      </Row>
      {fileFault !== undefined && <Problem>{fileFault}</Problem>}
      <PasswordField
        {...text('password')}
        label={t('password')}
        hint={t('stored')}
        maxLength={keyFileLimits.password}
        autoComplete="off"
        showLabel={t('auth:showPassword')}
        hideLabel={t('auth:hidePassword')}
      />
      <Row>
        <Button type="submit" disabled={!file || isTooLarge} loading={frame.pending}>
          {t('supply')}
        </Button>
        <Button variant="default" onClick={close}>
          {t('cancel')}
        </Button>
      </Row>
      {question}
    </FormFrame>
  )
}
