import type { EveryMinute } from '../../platform/jobs/jobs.minutes.ts'
import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import { appointmentMail } from './reminders.queue.ts'
import { queueDueReminders } from './reminders.scan.service.ts'
import { type SendingDependencies, sendAppointmentMail } from './reminders.send.service.ts'

const scan = 'reminders.scan'

export const remindersEveryMinute: EveryMinute = [scan]

export const reminderJobs = (dependencies: SendingDependencies): JobHandlers => ({
  [scan]: () => queueDueReminders(dependencies.db),
  [appointmentMail]: ({ practiceId, mailId }) =>
    sendAppointmentMail(dependencies, Number(practiceId), Number(mailId)),
})
