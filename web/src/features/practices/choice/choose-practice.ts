import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import { hasKey } from '../../../api/http/api-error.ts'
import { messages } from '../../../api/http/messages.ts'
import { reportError } from '../../../api/practice/app-errors.ts'
import { enterPractice } from '../../../api/practice/enter-practice.ts'
import { call } from '../../../api/session/client.ts'
import { announcePractice, whileChoosing } from '../../../api/session/moved-practice.ts'
import { accessObstacles, changeSession } from '../../../api/session/session.ts'

type Arrive = () => Promise<unknown>

const setCurrent = (id: number) => call(practiceEndpoints.setCurrent, { params: { id }, blocking: true })

/** Works in another practice from now on; `arrive` leads to its first page. */
export const choosePractice = (id: number, arrive?: Arrive): Promise<void> =>
  enterPractice(() => setCurrent(id), arrive)

/** Makes the session, which another tab has led elsewhere, work in the practice that this page shows. */
export const returnToPractice = async (id: number): Promise<void> => {
  await whileChoosing(() => setCurrent(id))
  changeSession({ practiceMovedTo: null })
  announcePractice()
}

export type NewPractice = BodyInputOf<typeof practiceEndpoints.create>

/** Creates a practice and works in it. */
export const createPractice = (practice: NewPractice, arrive?: Arrive): Promise<void> =>
  enterPractice(() => call(practiceEndpoints.create, { body: practice, blocking: true }), arrive)

/** The practice that was to be entered keeps its member out; the one that is open is not concerned. */
export const reportChoice = (error: unknown) => {
  if (!hasKey(error, ...accessObstacles)) return reportError(error)
  messages.queue({ kind: 'error', key: error.key })
}
