import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Patient } from '@ulna/contract/patients/patients'
import type { RecordRow } from '@ulna/contract/records/records'
import { useState } from 'react'
import { reportError } from '../../../api/practice/app-errors.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'

/** Milliseconds that the hand-over waits at most for what the page reads. */
const longest = 1500
const step = 50

/** What is still being read of the file would be refused once the device is another person's. */
const whenRead = async (client: QueryClient): Promise<void> => {
  for (let waited = 0; client.isFetching() > 0 && waited < longest; waited += step)
    await new Promise((resolve) => setTimeout(resolve, step))
}

/**
 * Hands the device over and opens the page on which it shows a record, in the language the patient reads. Goes on when
 * what asked for it has left the page meanwhile, as a form that was saved.
 */
export const useSignWithPatient = (patient: Patient) => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isPending, setPending] = useState(false)
  const handOver = async (record: RecordRow): Promise<void> => {
    // Fetched with what stands below a record, and by no form that nobody signs.
    const signatures = await import('../../../features/signatures/signatures.queries.ts')
    await whenRead(client)
    await signatures.handOver(record)
    await navigate({
      to: '/app/patient/$patientId/sign/$recordId',
      params: { patientId: String(record.ownerId), recordId: String(record.id) },
      search: { language: patient.language ?? currentLanguage() },
      replace: true,
    })
  }
  const sign = async (record: RecordRow): Promise<void> => {
    setPending(true)
    await handOver(record).catch(reportError)
    setPending(false)
  }
  return { sign: (record: RecordRow) => void sign(record), isPending }
}
