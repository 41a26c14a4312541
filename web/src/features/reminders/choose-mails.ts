import { reminderEndpoints } from '@ulna/contract/reminders/reminders'
import { call } from '../../api/session/client.ts'

/** Says with the link of a mail whether its patient wants more mails about appointments. */
export const chooseMails = async (token: string, wanted: boolean): Promise<boolean> => {
  const endpoint = wanted ? reminderEndpoints.optIn : reminderEndpoints.optOut
  const { payload } = await call(endpoint, { body: { token } })
  return payload.mailReminders
}
