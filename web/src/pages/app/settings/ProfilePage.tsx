import { ProfileSettings } from '../../../features/accounts/settings/ProfileSettings.tsx'
import { CalendarFeedSection } from '../../../features/calendar-feeds/CalendarFeedSection.tsx'
import { EntriesSection } from '../../../features/practitioner-copies/EntriesSection.tsx'

export const ProfilePage = () => (
  <>
    <ProfileSettings />
    <CalendarFeedSection />
    <EntriesSection decides={false} />
  </>
)
