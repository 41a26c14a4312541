import { LegalText } from '../../features/accounts/LegalText.tsx'

export const TermsConditionsPage = () => <LegalText group="termsConditions" />
