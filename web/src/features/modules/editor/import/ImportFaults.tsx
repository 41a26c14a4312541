import { type ModuleFault, moduleDocument, moduleLimits } from '@ulna/contract/modules/module-document'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../../../i18n/dates/use-dates.ts'
import { calloutClass } from '../../../../ui/base/callout.ts'
import { FaultPlaceText } from '../faults/FaultPlaceText.tsx'
import { faultPlace } from '../faults/fault-places.ts'
import { useFaultText } from '../faults/use-fault-text.ts'
import styles from './ImportDialog.module.css'

export interface ImportFaultsProps {
  document: Record<string, unknown>
  faults: readonly ModuleFault[]
}

/** Why a file cannot be taken: every reason, and where it stands in the file. */
export const ImportFaults = ({ document, faults }: ImportFaultsProps) => {
  const { t } = useTranslation('moduleEditor')
  const { language } = useDates()
  const faultText = useFaultText()
  // Names are known only of what has the shape of a module.
  const known = moduleDocument.safeParse(document).data
  const count = faults.length
  return (
    <section className={calloutClass('bad', styles.faults)} role="alert">
      <h3>{t('import.faults', { count })}</h3>
      <ul>
        {faults.map((one) => (
          <li key={`${one.at} ${one.message} ${JSON.stringify(one.params)}`}>
            <span className={styles.where}>
              {known ? (
                <FaultPlaceText
                  document={known}
                  place={faultPlace(known, one.at)}
                  at={one.at}
                  language={language}
                />
              ) : (
                <code>{one.at || t('import.wholeFile')}</code>
              )}
            </span>
            <span>{faultText(one)}</span>
          </li>
        ))}
      </ul>
      {count >= moduleLimits.faults && <p>{t('import.moreFaults', { count })}</p>}
    </section>
  )
}
