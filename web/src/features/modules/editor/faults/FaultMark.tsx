import { useTranslation } from 'react-i18next'
import { AlertIcon } from '../../../../ui/icons/base-icons.tsx'
import { Pill } from '../../../../ui/pills/Pill.tsx'
import { useEditor } from '../editor-context.ts'
import type { FaultPlace } from './fault-places.ts'

type Marked = Pick<FaultPlace, 'classId' | 'fieldId' | 'scoreId'>

/** Says how much is wrong in a part of the module; nothing where all is well. */
export const FaultMark = ({ of }: { of: Marked }) => {
  const { t } = useTranslation('moduleEditor')
  const { faults } = useEditor()
  const wanted = Object.entries(of) as [keyof Marked, string][]
  const count = faults.filter((one) => wanted.every(([part, id]) => one[part] === id)).length
  if (count === 0) return null
  return (
    <Pill tone="bad" icon={<AlertIcon size={15} />}>
      {t('faults.count', { count })}
    </Pill>
  )
}
