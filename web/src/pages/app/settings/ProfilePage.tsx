import { ProfileSettings } from '../../../features/accounts/settings/ProfileSettings.tsx'
import { CalendarFeedSection } from '../../../features/calendar-feeds/CalendarFeedSection.tsx'

export const ProfilePage = () => (
  <>
    <ProfileSettings />
    <CalendarFeedSection />
  </>
)
