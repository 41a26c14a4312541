import { AccountSettings } from '../../../features/accounts/settings/AccountSettings.tsx'

export const AccountPage = () => <AccountSettings />
