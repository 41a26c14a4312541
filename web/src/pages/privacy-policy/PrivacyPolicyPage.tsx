import { LegalPage, useLegalWords } from '../site/LegalPage.tsx'

/** What happens with personal data on this installation (specification §2). */
export const PrivacyPolicyPage = () => <LegalPage words={useLegalWords('privacyPolicy')} />
