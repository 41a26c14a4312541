import { RetentionForm } from '../../../features/practices/settings/RetentionForm.tsx'
import { WithPractice } from '../../../features/practices/settings/WithPractice.tsx'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Optional } from '../../../ui/Optional.tsx'
import { PermittedSection } from './PermittedSection.tsx'

const DueFiles = lazyPart(() => import('../../../features/retention/DueFiles.tsx'), 'DueFiles')

/** How long files are kept, and which ones were kept so long. */
export const RetentionPage = () => (
  <PermittedSection permission="keepFiles">
    <WithPractice>{(practice) => <RetentionForm practice={practice} />}</WithPractice>
    <Optional>
      <DueFiles />
    </Optional>
  </PermittedSection>
)
