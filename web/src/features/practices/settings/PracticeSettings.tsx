import { PracticeForm } from './PracticeForm.tsx'
import { WithPractice } from './WithPractice.tsx'

/** The practice: what it is called, how it looks, what it configures. */
export const PracticeSettings = () => (
  <WithPractice>{(practice) => <PracticeForm practice={practice} />}</WithPractice>
)
