import { AccountSheet } from '../../../features/accounts/settings/AccountSheet.tsx'
import { PreferencesSheet } from '../../../features/accounts/settings/PreferencesSheet.tsx'

/** The own account: language and times, user name and address. */
export const AccountPage = () => (
  <>
    <PreferencesSheet />
    <AccountSheet />
  </>
)
