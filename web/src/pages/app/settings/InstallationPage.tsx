import { BackupsSection } from '../../../features/backups/BackupsSection.tsx'
import { FaultsSection } from '../../../features/monitoring/FaultsSection.tsx'
import { StateSection } from '../../../features/monitoring/StateSection.tsx'

/** The installation, for whoever runs it: how it stands, its backups, and what failed last. */
export const InstallationPage = () => (
  <>
    <StateSection />
    <BackupsSection />
    <FaultsSection />
  </>
)
