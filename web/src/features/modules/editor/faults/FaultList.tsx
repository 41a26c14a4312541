import { useTranslation } from 'react-i18next'
import { calloutClass } from '../../../../ui/base/callout.ts'
import { useEditor } from '../editor-context.ts'
import styles from '../ModuleEditor.module.css'
import { FaultPlaceText } from './FaultPlaceText.tsx'
import type { PlacedFault } from './fault-places.ts'
import { useFaultText } from './use-fault-text.ts'

/** Everything that keeps the module from being saved, each with the way to it. */
export const FaultList = ({ onFollow }: { onFollow: (fault: PlacedFault) => void }) => {
  const { t } = useTranslation('moduleEditor')
  const { model, faults, language } = useEditor()
  const faultText = useFaultText()
  if (faults.length === 0) return null
  return (
    <section
      id="editor-faults"
      className={calloutClass('bad', styles.faults)}
      tabIndex={-1}
      aria-label={t('faults.title', { count: faults.length })}
    >
      <h2>{t('faults.title', { count: faults.length })}</h2>
      <ul>
        {faults.map((one) => (
          <li key={`${one.fault.at} ${one.fault.message} ${JSON.stringify(one.fault.params)}`}>
            <button type="button" className={styles.textButton} onClick={() => onFollow(one)}>
              <FaultPlaceText document={model.document} place={one} at={one.fault.at} language={language} />
            </button>
            <span>{faultText(one.fault)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
