import type { RecordClassFile } from '@ulna/contract/record-class/record-class'
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '../../../../ui/base/CheckboxField.tsx'
import { Hint } from '../../../../ui/base/Hint.tsx'
import { useEditor } from '../editor-context.ts'
import { useFaultText } from '../faults/use-fault-text.ts'
import styles from '../ModuleEditor.module.css'
import { changeClass } from '../model/model-changes.ts'
import { ConsentChoice } from './ConsentChoice.tsx'
import { asConsent, withConsent } from './consent-changes.ts'

/** What is wrong with a form as a consent, or with the one it needs; that of a choice is told at its field. */
const useConsentFault = (classId: string): string | undefined => {
  const { faults } = useEditor()
  const faultText = useFaultText()
  const found = faults.find(
    (one) => one.classId === classId && one.fieldId === undefined && /\.(c|needsC)onsent$/.test(one.fault.at),
  )
  return found && faultText(found.fault)
}

/** Whether a form is a consent, or which one it needs. */
export const ConsentSettings = ({ recordClass }: { recordClass: RecordClassFile }) => {
  const { t } = useTranslation('moduleEditor')
  const { change } = useEditor()
  const { classId, consent = false, needsConsent } = recordClass
  const fault = useConsentFault(classId)
  const set = (changed: (one: RecordClassFile) => RecordClassFile) =>
    change((now) => changeClass(now, classId, changed))
  return (
    <fieldset className={styles.options}>
      <legend>{t('consent.title')}</legend>
      <CheckboxField
        label={t('consent.is')}
        checked={consent}
        onChange={({ currentTarget: { checked } }) => set((one) => asConsent(one, checked))}
      />
      {consent ? (
        <>
          <Hint>{t('consent.isAbout')}</Hint>
          {fault && (
            <p role="alert" className={styles.faultLines}>
              {fault}
            </p>
          )}
        </>
      ) : (
        <ConsentChoice
          label={t('consent.needs')}
          hint={t('consent.needsHint')}
          error={fault}
          value={needsConsent}
          onChange={(chosen) => set((one) => withConsent(one, chosen))}
        />
      )}
    </fieldset>
  )
}
