import { lazy } from 'react'
import { loadTexts } from '../../../i18n/i18n.ts'

const withTexts = async <Module>(load: Promise<Module>): Promise<Module> =>
  (await Promise.all([load, loadTexts(['writing'])]))[0]

const fetchConfirmDialog = async () => {
  const module = await import('../../../ui/ConfirmDialog.tsx')
  return { default: module.ConfirmDialog }
}
const fetchCarryForward = async () => {
  const module = await withTexts(import('../../../blocks/record-form/earlier/CarryForward.tsx'))
  return { default: module.CarryForward }
}
const fetchDraftCopies = async () => {
  const module = await withTexts(import('../copies/DraftCopies.tsx'))
  return { default: module.DraftCopies }
}
const fetchConflictBanner = async () => {
  const module = await withTexts(import('./ConflictBanner.tsx'))
  return { default: module.ConflictBanner }
}
const fetchNothingNewDialog = async () => {
  const module = await withTexts(import('./NothingNewDialog.tsx'))
  return { default: module.NothingNewDialog }
}

export const ConfirmDialog = lazy(fetchConfirmDialog)
export const CarryForward = lazy(fetchCarryForward)
export const DraftCopies = lazy(fetchDraftCopies)
export const ConflictBanner = lazy(fetchConflictBanner)
export const NothingNewDialog = lazy(fetchNothingNewDialog)

/** What a form may ask for long after it was opened: by then the line may be gone, or the build it belongs to. */
export const editorParts = [
  fetchConfirmDialog,
  fetchCarryForward,
  fetchDraftCopies,
  fetchConflictBanner,
  fetchNothingNewDialog,
]
