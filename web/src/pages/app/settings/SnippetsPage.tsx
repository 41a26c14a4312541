import { SnippetsSettings } from '../../../features/snippets/SnippetsSettings.tsx'
import { PermittedSection } from './PermittedSection.tsx'

export const SnippetsPage = () => (
  <PermittedSection permission="writeRecords">
    <SnippetsSettings />
  </PermittedSection>
)
