import { forgetUnsaved, isAnythingUnsaved } from '../../../api/practice/unsaved-changes.ts'
import { useLeaveQuestion } from '../../../blocks/form/use-leave-question.tsx'

/** Asks before a section with something unsaved is left. */
export const LeaveGuard = () =>
  useLeaveQuestion({ holdsUnsaved: isAnythingUnsaved, onForget: forgetUnsaved }).question
