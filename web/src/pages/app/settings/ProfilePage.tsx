import { ProfileSettings } from '../../../features/accounts/settings/ProfileSettings.tsx'
import { CalendarFeedSheet } from '../../../features/calendar-feeds/CalendarFeedSheet.tsx'
import { PermittedSection } from './PermittedSection.tsx'

export const ProfilePage = () => (
  <PermittedSection permission="changeOwnProfile">
    <ProfileSettings />
    <CalendarFeedSheet />
  </PermittedSection>
)
