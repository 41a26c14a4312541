import { SigningKeySheet } from '../../../features/papers/settings/SigningKeySheet.tsx'
import { OwnPlaceSheet } from '../../../features/practices/settings/OwnPlaceSheet.tsx'
import { PracticeSettings } from '../../../features/practices/settings/PracticeSettings.tsx'
import { PermittedSection } from './PermittedSection.tsx'

/** The practice for those who manage it; the own place in it for everybody. */
export const PracticePage = () => (
  <>
    <PermittedSection permission="changePractice">
      <PracticeSettings />
      <SigningKeySheet />
    </PermittedSection>
    <OwnPlaceSheet />
  </>
)
