import { Button } from '@mantine/core'
import type { MadePracticeKey } from '@ulna/contract/practice-keys/practice-keys'
import { useTranslation } from 'react-i18next'
import { useCopy } from '../../api/use-copy.ts'
import { calloutClass } from '../../ui/base/callout.ts'
import { FormActions } from '../../ui/base/FormActions.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx'

/** The secret of a key, once: to copy into the program. A slip beside the dialog does not close it. */
export const SecretDialog = ({ made, onClose }: { made: MadePracticeKey; onClose: () => void }) => {
  const { t } = useTranslation('practiceKeys')
  const { copy, isCopied } = useCopy()
  return (
    <Dialog
      title={t('made', { name: made.name })}
      closeLabel={t('close')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onClose={onClose}
    >
      <div className={stackClass(16)}>
        <div className={calloutClass('warn', stackClass(8))}>
          <p>{t('once')}</p>
        </div>
        <TextAreaField
          readOnly
          rows={2}
          spellCheck={false}
          label={t('secret')}
          hint={t('secretHint')}
          value={made.secret}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
        />
        <FormActions>
          <Button variant="default" onClick={() => void copy(made.secret)}>
            {t(isCopied ? 'copied' : 'copy')}
          </Button>
          <Button onClick={onClose}>{t('kept')}</Button>
        </FormActions>
      </div>
    </Dialog>
  )
}
