import { useEditor } from '../editor-context.ts'
import styles from '../ModuleEditor.module.css'
import type { FaultPlace } from './fault-places.ts'
import { useFaultText } from './use-fault-text.ts'

/** What is wrong with a field or a score, where it is edited. */
export const FaultLines = ({ of }: { of: Pick<FaultPlace, 'classId' | 'fieldId' | 'scoreId'> }) => {
  const { faults } = useEditor()
  const faultText = useFaultText()
  const wanted = Object.entries(of) as [keyof FaultPlace, string][]
  const found = faults.filter((one) => wanted.every(([part, id]) => one[part] === id))
  if (found.length === 0) return null
  return (
    <ul className={styles.faultLines}>
      {[...new Set(found.map(({ fault }) => faultText(fault)))].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
