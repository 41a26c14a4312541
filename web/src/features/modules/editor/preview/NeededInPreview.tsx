import type { ModuleDocument } from '@ulna/contract/modules/module-document'
import type { Language } from '@ulna/contract/record-class/record-class'
import { useTranslation } from 'react-i18next'
import { consentName, useConsents } from '../consents/use-consents.ts'
import styles from '../ModuleEditor.module.css'

export interface NeededInPreviewProps {
  document: ModuleDocument
  language: Language
  /** Ids of the consents that what is chosen needs. */
  needed: readonly string[]
}

/** What the form will say where a patient has not signed a consent. */
export const NeededInPreview = ({ document, language, needed }: NeededInPreviewProps) => {
  const { t } = useTranslation('moduleEditor')
  const consents = useConsents(document, language)
  return (
    <div role="status">
      {needed.map((id) => (
        <p key={id} className={styles.needed}>
          {t('consent.inPreview', { name: consentName(consents, id) })}
        </p>
      ))}
    </div>
  )
}
