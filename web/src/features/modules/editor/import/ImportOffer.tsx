import type { ModuleDocument } from '@ulna/contract/modules/module-document'
import type { RecordModule } from '@ulna/contract/modules/modules'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../../../i18n/dates/use-dates.ts'
import { modulePlace } from '../faults/text-places.ts'
import { someTextAt } from '../model/module-texts.ts'
import { DocumentPreview } from '../preview/DocumentPreview.tsx'
import styles from './ImportDialog.module.css'

export interface ImportOfferProps {
  document: ModuleDocument
  /** The practice's own module it is the next version of. */
  replaced: RecordModule | undefined
}

/** What a file would bring, to be looked at before it is taken. */
export const ImportOffer = ({ document, replaced }: ImportOfferProps) => {
  const { t } = useTranslation('moduleEditor')
  const { language } = useDates()
  const name = someTextAt(document, modulePlace('name'), language)
  return (
    <section className={styles.offer} aria-label={name}>
      <h3>{name}</h3>
      <p>{someTextAt(document, modulePlace('description'), language)}</p>
      <p className={styles.about}>
        {t('import.holds', { count: document.classes.length })} · {document.module.licence}
      </p>
      <p>{t(replaced ? 'import.replaces' : 'import.adds', { version: replaced?.version ?? 1 })}</p>
      <DocumentPreview document={document} />
    </section>
  )
}
