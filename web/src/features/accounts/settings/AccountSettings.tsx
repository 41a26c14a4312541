import { PreferencesSheet } from '../PreferencesSheet.tsx'
import { AccountSheet } from './AccountSheet.tsx'

/** The own account: language and times, user name and address. */
export const AccountSettings = () => (
  <>
    <PreferencesSheet />
    <AccountSheet />
  </>
)
