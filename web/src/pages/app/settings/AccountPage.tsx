import { AccountForm } from '../../../features/accounts/settings/AccountForm.tsx'
import { PreferencesForm } from '../../../features/accounts/settings/PreferencesForm.tsx'
import { OwnDeletions } from '../../../features/practice-deletions/OwnDeletions.tsx'

/** The own account: language and times, user name and address, and what is left of practices that were deleted. */
export const AccountPage = () => (
  <>
    <PreferencesForm />
    <AccountForm />
    <OwnDeletions />
  </>
)
