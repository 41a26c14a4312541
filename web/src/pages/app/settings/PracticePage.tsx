import { SigningKeySheet } from '../../../features/papers/settings/SigningKeySheet.tsx'
import { OwnPlaceSheet } from '../../../features/practices/settings/OwnPlaceSheet.tsx'
import { PracticeForm } from '../../../features/practices/settings/PracticeForm.tsx'
import { WithPractice } from '../../../features/practices/settings/WithPractice.tsx'
import { PermittedSection } from './PermittedSection.tsx'

/** The practice for those who manage it; the own place in it for everybody. */
export const PracticePage = () => (
  <>
    <PermittedSection permission="changePractice">
      <WithPractice>{(practice) => <PracticeForm practice={practice} />}</WithPractice>
      <SigningKeySheet />
    </PermittedSection>
    <OwnPlaceSheet />
  </>
)
