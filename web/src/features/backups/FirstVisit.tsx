import { FirstRecoveryKey } from './FirstRecoveryKey.tsx'
import { RestoreOffer } from './RestoreOffer.tsx'

export interface FirstVisitProps {
  /** The look of a box. */
  boxClass: string | undefined
}

/** What whoever installs it does before anybody has an account: make the key of backups, or restore one. */
export const FirstVisit = ({ boxClass }: FirstVisitProps) => (
  <>
    <div className={boxClass}>
      <FirstRecoveryKey />
    </div>
    <div className={boxClass}>
      <RestoreOffer />
    </div>
  </>
)
