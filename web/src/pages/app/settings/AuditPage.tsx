import { AuditSettings } from '../../../features/audit/AuditSettings.tsx'
import { PermittedSection } from './PermittedSection.tsx'

export const AuditPage = () => (
  <PermittedSection permission="readAuditTrail">
    <AuditSettings />
  </PermittedSection>
)
