import { useMutation } from '@tanstack/react-query'
import type { Patient } from '@ulna/contract/patients/patients'
import { transferOwn } from '../../api/local-copies/bytes.ts'
import { saveBlob } from '../../ui/save-blob.ts'

type Named = Pick<Patient, 'id' | 'firstName' | 'lastName'>

const useFile = (urlOf: (id: number) => string, extension: string) =>
  useMutation({
    mutationFn: async ({ id, firstName, lastName }: Named): Promise<void> =>
      saveBlob(await transferOwn({ method: 'GET', url: urlOf(id) }), `${firstName} ${lastName}.${extension}`),
  })

/** Hands the contact data to the browser as a vCard to keep. */
export const useSaveContact = () => useFile((id) => `/patient/${id}/vcard`, 'vcf')

/** Hands the visits to come to the browser as a calendar file, to give to the patient. */
export const useSaveVisits = () => useFile((id) => `/appointment/planned/${id}/calendar`, 'ics')
