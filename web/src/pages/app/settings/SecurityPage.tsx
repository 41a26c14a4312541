import { SecuritySettings } from '../../../features/accounts/settings/SecuritySettings.tsx'

export const SecurityPage = () => <SecuritySettings />
