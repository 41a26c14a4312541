import { LegalText } from '../../features/accounts/LegalText.tsx'

export const PrivacyPolicyPage = () => <LegalText group="privacyPolicy" />
