import { usePermission } from '../../../api/practice/use-permission.ts'
import { MembersSettings } from '../../../features/practices/members/MembersSettings.tsx'
import { EntriesSection } from '../../../features/practitioner-copies/EntriesSection.tsx'

/** Who works in the practice; for an owner also what those who leave take along. */
export const MembersPage = () => {
  const { allowed } = usePermission('signOffEntries')
  return (
    <>
      <MembersSettings />
      {allowed && <EntriesSection decides />}
    </>
  )
}
