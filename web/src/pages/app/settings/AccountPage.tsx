import { AccountForm } from '../../../features/accounts/settings/AccountForm.tsx'
import { PreferencesForm } from '../../../features/accounts/settings/PreferencesForm.tsx'

/** The own account: language and times, user name and address. */
export const AccountPage = () => (
  <>
    <PreferencesForm />
    <AccountForm />
  </>
)
