import { useTranslation } from 'react-i18next'
import { AlertIcon } from '../../../../ui/icons/base-icons.tsx'
import { Pill } from '../../../../ui/pills/Pill.tsx'
import { useEditor } from '../editor-context.ts'
import styles from '../ModuleEditor.module.css'
import type { FaultPlace, PlacedFault } from './fault-places.ts'
import { useFaultText } from './use-fault-text.ts'

interface OfPart {
  /** The part of the module that is marked. */
  of: Pick<FaultPlace, 'classId' | 'fieldId' | 'scoreId'>
}

const useFaultsOf = ({ of }: OfPart): PlacedFault[] => {
  const wanted = Object.entries(of) as [keyof OfPart['of'], string][]
  return useEditor().faults.filter((one) => wanted.every(([part, id]) => one[part] === id))
}

/** Says how much is wrong in a part of the module; nothing where all is well. */
export const FaultMark = (part: OfPart) => {
  const { t } = useTranslation('moduleEditor')
  const { length: count } = useFaultsOf(part)
  if (count === 0) return null
  return (
    <Pill tone="bad" icon={<AlertIcon size={15} />}>
      {t('faults.count', { count })}
    </Pill>
  )
}

/** What is wrong with a field or a score, where it is edited. */
export const FaultLines = (part: OfPart) => {
  const found = useFaultsOf(part)
  const faultText = useFaultText()
  if (found.length === 0) return null
  return (
    <ul className={styles.faultLines}>
      {[...new Set(found.map(({ fault }) => faultText(fault)))].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
