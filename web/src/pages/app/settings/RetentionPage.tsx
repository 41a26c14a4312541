import type { DueFile } from '@ulna/contract/retention/retention'
import { useState } from 'react'
import { usePermission } from '../../../api/practice/use-permission.ts'
import { RetentionForm } from '../../../features/practices/settings/RetentionForm.tsx'
import { WithPractice } from '../../../features/practices/settings/WithPractice.tsx'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Optional } from '../../../ui/Optional.tsx'
import { PermittedSection } from './PermittedSection.tsx'

const DueFiles = lazyPart(() => import('../../../features/retention/DueFiles.tsx'), 'DueFiles')
const DueCopies = lazyPart(() => import('../../../features/patient-copies/DueCopies.tsx'), 'DueCopies', [
  'copies',
  'movingErrors',
])
const HoldsDialog = lazyPart(() => import('../../../features/retention/HoldsDialog.tsx'), 'HoldsDialog')
const Erasures = lazyPart(() => import('../../../features/erasures/Erasures.tsx'), 'Erasures', [
  'erasures',
  'movingErrors',
])
const EraseDialog = lazyPart(() => import('../../../features/erasures/EraseDialog.tsx'), 'EraseDialog', [
  'erasures',
  'movingErrors',
])

/** How long files are kept, which ones were kept so long, and for owners which ones are erased. */
export const RetentionPage = () => {
  const { allowed: seesErasures } = usePermission('readErasures')
  const { allowed: seesCopies } = usePermission('handOutCopies')
  const [erased, setErased] = useState<DueFile>()
  const [held, setHeld] = useState<{ patientId: number; name: string }>()
  const close = () => setErased(undefined)
  return (
    <PermittedSection permission="keepFiles">
      <WithPractice>{(practice) => <RetentionForm practice={practice} />}</WithPractice>
      <Optional>
        <DueFiles {...(seesErasures && { onErase: setErased })} />
      </Optional>
      <Optional>{seesCopies && <DueCopies />}</Optional>
      <Optional>
        {seesErasures && <Erasures onHolds={(patientId, name) => setHeld({ patientId, name })} />}
      </Optional>
      <Optional>
        {erased && (
          <EraseDialog
            patientId={erased.patientId}
            name={`${erased.firstName} ${erased.lastName}`}
            onDone={close}
            onClose={close}
          />
        )}
      </Optional>
      <Optional>{held && <HoldsDialog {...held} onClose={() => setHeld(undefined)} />}</Optional>
    </PermittedSection>
  )
}
