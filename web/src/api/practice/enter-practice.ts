import { hasKey } from '../http/api-error.ts'
import { loadSession } from '../session/load-session.ts'
import { announcePractice, whileChoosing } from '../session/moved-practice.ts'
import { changeSession } from '../session/session.ts'
import { sayFarewell } from './leaving-practice.ts'

const arriveNowhere = async (): Promise<void> => undefined

const arriveIn = async (arrive: () => Promise<unknown>): Promise<void> => {
  changeSession({ isEnteringPractice: true })
  try {
    await arrive()
    await loadSession()
    announcePractice()
  } catch (error) {
    changeSession({ authPractice: null, practiceRequired: true })
    if (!hasKey(error, 'practice_required')) throw error
  } finally {
    changeSession({ isEnteringPractice: false })
  }
}

/**
 * Works in the practice that `choose` makes the session's, or asks which one when it is none. The screen of the former one is gone before anything of the
 * new one is shown; `arrive` leads to the first page meanwhile. A refusal of `choose` leaves everything as it is.
 */
export const enterPractice = async (
  choose: () => Promise<unknown>,
  arrive: () => Promise<unknown> = arriveNowhere,
): Promise<void> => {
  await sayFarewell()
  await whileChoosing(async () => {
    await choose()
    await arriveIn(arrive)
  })
}
