import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Patient, patientEndpoints } from '@ulna/contract/patients/patients'
import type { Language } from '@ulna/contract/record-class/record-class'
import { type AppointmentMessage, reminderEndpoints } from '@ulna/contract/reminders/reminders'
import { call, payloadOf } from '../../../api/session/client.ts'
import { i18n } from '../../../i18n/i18n.ts'

const keyOf = (practiceId: number, appointmentId: number) =>
  ['appointment-messages', practiceId, appointmentId] as const

/** Milliseconds between looks while a mail is on its way. */
const lookAgain = 2000

const isUnderWay = ({ status }: AppointmentMessage): boolean => status === 'queued'

/** What became of the mails about an appointment, the reminder to come last. */
export const messagesQuery = (practiceId: number, appointmentId: number) =>
  queryOptions({
    queryKey: keyOf(practiceId, appointmentId),
    queryFn: ({ signal }) =>
      payloadOf(call(reminderEndpoints.messages, { params: { id: appointmentId }, signal })),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? lookAgain : false),
    staleTime: 0,
    meta: { showsOwnErrors: true },
  })

/** Mails the patient when and where it is. */
export const useSendConfirmation = (practiceId: number, appointmentId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => payloadOf(call(reminderEndpoints.confirm, { params: { id: appointmentId } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(practiceId, appointmentId) }),
    meta: { showsOwnErrors: true, successMessage: 'information.mailUnderWay' },
  })
}

/** Where a patient can be written to, and in which language. */
export interface Addressee {
  mobile: string | null
  language: Language
}

/** The words of a message in a language that may be another than that of the page: `t(key, { lng })` finds them then. */
const loadWordsIn = async (language: Language): Promise<void> => {
  if (!i18n.hasResourceBundle(language, 'appointment'))
    await i18n.reloadResources([language], ['appointment'])
}

/** The language of the practice where the patient chose none; its texts are there with the answer. */
export const addresseeQuery = (practiceId: number, patientId: number, usual: Language) =>
  queryOptions({
    queryKey: ['addressee', practiceId, patientId, usual],
    queryFn: async ({ signal }): Promise<Addressee> => {
      const { payload } = await call(patientEndpoints.read, { params: { id: patientId }, signal })
      const { mobile, language }: Patient = payload
      const spoken = language ?? usual
      await loadWordsIn(spoken)
      return { mobile, language: spoken }
    },
    staleTime: 0,
    meta: { showsOwnErrors: true },
  })
