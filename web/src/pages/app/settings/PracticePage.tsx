import { SheetPasswordsSection } from '../../../features/day-sheets/SheetPasswordsSection.tsx'
import { HandOversLink } from '../../../features/hand-overs/HandOversLink.tsx'
import { SigningKeySection } from '../../../features/papers/settings/SigningKeySection.tsx'
import { DeletionSection } from '../../../features/practice-deletions/DeletionSection.tsx'
import { PracticeKeysSection } from '../../../features/practice-keys/PracticeKeysSection.tsx'
import { ExportsSection } from '../../../features/practice-moves/ExportsSection.tsx'
import { OwnPlaceSection } from '../../../features/practices/settings/OwnPlaceSection.tsx'
import { PracticeForm } from '../../../features/practices/settings/PracticeForm.tsx'
import { WithPractice } from '../../../features/practices/settings/WithPractice.tsx'
import { PriceList } from '../../../features/receipts/prices/PriceList.tsx'
import { PermittedSection } from './PermittedSection.tsx'

/** The practice for those who manage it; the own place in it for everybody. */
export const PracticePage = () => (
  <>
    <PermittedSection permission="changePractice">
      <WithPractice>{(practice) => <PracticeForm practice={practice} />}</WithPractice>
      <PriceList />
      <SigningKeySection />
      <SheetPasswordsSection />
      <PracticeKeysSection />
      <ExportsSection />
      <HandOversLink />
      <DeletionSection />
    </PermittedSection>
    <OwnPlaceSection />
  </>
)
