import { lazyPart, withTexts } from '../../../i18n/lazy-part.ts'

const fetchConfirmDialog = () => import('../../../ui/ConfirmDialog.tsx')
const fetchCarryForward = () =>
  withTexts(import('../../../blocks/record-form/earlier/CarryForward.tsx'), ['writing'])
const fetchDraftCopies = () => withTexts(import('../copies/DraftCopies.tsx'), ['writing'])
const fetchConflictBanner = () => withTexts(import('./ConflictBanner.tsx'), ['writing'])
const fetchNothingNewDialog = () => withTexts(import('./NothingNewDialog.tsx'), ['writing'])
const fetchOtherDayDialog = () => withTexts(import('./OtherDayDialog.tsx'), ['writing'])

export const ConfirmDialog = lazyPart(fetchConfirmDialog, 'ConfirmDialog')
export const CarryForward = lazyPart(fetchCarryForward, 'CarryForward')
export const DraftCopies = lazyPart(fetchDraftCopies, 'DraftCopies')
export const ConflictBanner = lazyPart(fetchConflictBanner, 'ConflictBanner')
export const NothingNewDialog = lazyPart(fetchNothingNewDialog, 'NothingNewDialog')
export const OtherDayDialog = lazyPart(fetchOtherDayDialog, 'OtherDayDialog')

/** What a form may ask for long after it was opened: by then the line may be gone, or the build it belongs to. */
export const editorParts = [
  fetchConfirmDialog,
  fetchCarryForward,
  fetchDraftCopies,
  fetchConflictBanner,
  fetchNothingNewDialog,
  fetchOtherDayDialog,
]
