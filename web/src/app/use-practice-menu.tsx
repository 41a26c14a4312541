import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { isAnythingUnsaved } from '../api/practice/unsaved-changes.ts'
import { choosePractice, reportChoice } from '../features/practices/choice/choose-practice.ts'
import { lazyPart } from '../i18n/lazy-part.ts'
import type { PracticeDialog } from './dialogs/PracticeDialogs.tsx'
import { paths } from './paths.ts'

const PracticeDialogs = lazyPart(() => import('./dialogs/PracticeDialogs.tsx'), 'PracticeDialogs')

/** What one does with practices in the head of the app: switch, create, answer invitations. */
export const usePracticeMenu = () => {
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<PracticeDialog>()
  // Whether something unsaved may be left was asked before.
  const arrive = () => navigate({ to: paths.dashboard, ignoreBlocker: true })
  const close = () => setDialog(undefined)
  const afterAsking = (go: () => void) => {
    if (!isAnythingUnsaved()) return go()
    const goAfterAll = (): void => {
      close()
      go()
    }
    setDialog({ kind: 'unsaved', go: goAfterAll })
  }
  return {
    /** What was asked for, over everything. */
    dialog: (
      <Suspense>{dialog && <PracticeDialogs dialog={dialog} arrive={arrive} onClose={close} />}</Suspense>
    ),
    choose: (id: number) => afterAsking(() => void choosePractice(id, arrive).catch(reportChoice)),
    create: () => afterAsking(() => setDialog({ kind: 'create' })),
    answerInvitations: () => afterAsking(() => setDialog({ kind: 'invitations' })),
  }
}
