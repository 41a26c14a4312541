import { ProfileSettings } from '../../../features/accounts/settings/ProfileSettings.tsx'
import { CalendarFeedSection } from '../../../features/calendar-feeds/CalendarFeedSection.tsx'
import { PermittedSection } from './PermittedSection.tsx'

export const ProfilePage = () => (
  <PermittedSection permission="changeOwnProfile">
    <ProfileSettings />
    <CalendarFeedSection />
  </PermittedSection>
)
