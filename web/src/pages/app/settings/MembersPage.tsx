import { MembersSettings } from '../../../features/practices/members/MembersSettings.tsx'
import { PermittedSection } from './PermittedSection.tsx'

export const MembersPage = () => (
  <PermittedSection permission="readMembers">
    <MembersSettings />
  </PermittedSection>
)
