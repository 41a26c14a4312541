import { mostOnAct } from '@ulna/contract/erasures/erasures.rules'
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
const Acts = lazyPart(() => import('../../../features/erasures/Acts.tsx'), 'Acts', [
  'erasures',
  'movingErrors',
])
const ActDialog = lazyPart(() => import('../../../features/erasures/ActDialog.tsx'), 'ActDialog', [
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
  const [chosen, setChosen] = useState<readonly DueFile[]>([])
  const [isPutting, setPutting] = useState(false)
  const close = () => setErased(undefined)
  const leaveOut = (id: number): void => {
    const others = chosen.filter(({ patientId }) => patientId !== id)
    setChosen(others)
    if (others.length === 0) setPutting(false)
  }
  const act = { files: chosen, most: mostOnAct, onChoose: setChosen, onPut: () => setPutting(true) }
  return (
    <PermittedSection permission="keepFiles">
      <WithPractice>{(practice) => <RetentionForm practice={practice} />}</WithPractice>
      <Optional>
        <DueFiles {...(seesErasures && { onErase: setErased, act })} />
      </Optional>
      <Optional>{seesCopies && <DueCopies />}</Optional>
      <Optional>{seesErasures && <Acts />}</Optional>
      <Optional>
        {seesErasures && <Erasures onHolds={(patientId, name) => setHeld({ patientId, name })} />}
      </Optional>
      <Optional>
        {erased && (
          <EraseDialog
            patientId={erased.patientId}
            name={`${erased.firstName} ${erased.lastName}`}
            onDone={() => {
              leaveOut(erased.patientId)
              close()
            }}
            onClose={close}
          />
        )}
      </Optional>
      <Optional>
        {isPutting && chosen.length > 0 && (
          <ActDialog
            files={chosen.map((file) => ({ ...file, name: `${file.firstName} ${file.lastName}` }))}
            onLeaveOut={leaveOut}
            onDone={() => {
              setChosen([])
              setPutting(false)
            }}
            onClose={() => setPutting(false)}
          />
        )}
      </Optional>
      <Optional>{held && <HoldsDialog {...held} onClose={() => setHeld(undefined)} />}</Optional>
    </PermittedSection>
  )
}
