import { ProfileSettings } from '../../../features/accounts/settings/ProfileSettings.tsx'
import { PermittedSection } from './PermittedSection.tsx'

export const ProfilePage = () => (
  <PermittedSection permission="changeOwnProfile">
    <ProfileSettings />
  </PermittedSection>
)
