import { AccessSettings } from '../../../features/practices/settings/AccessSettings.tsx'
import { PermittedSection } from './PermittedSection.tsx'

export const AccessPage = () => (
  <PermittedSection permission="changePractice">
    <AccessSettings />
  </PermittedSection>
)
