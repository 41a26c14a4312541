import { LegalPage, useLegalWords } from '../site/LegalPage.tsx'

/** The terms this installation is used on (specification §2). */
export const TermsConditionsPage = () => <LegalPage words={useLegalWords('termsConditions')} />
