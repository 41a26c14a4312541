// What people do, and when a page asks for it: taken down on 28 November 2026 from the requests of two pages in Chromium,
// a practitioner's and one of the desk, with the milliseconds between them. No browser keeps an answer of the API
// (`no-store`), so only the page itself is asked for with `If-None-Match`.
import {
  backToAgenda,
  booking,
  changingState,
  closingCard,
  openingAgenda,
  openingCard,
  openingToday,
  searching,
} from './agenda-calls.ts'
import type { Wave } from './calls.ts'
import type { Dice } from './dice.ts'
import { openingFile, openingForm, savingDraft, savingNote } from './file-calls.ts'

/** To receive, write and book are the three parts of a visit. */
export const actKinds = ['sign-in', 'receive', 'write', 'book'] as const
export type ActKind = (typeof actKinds)[number]

/** What an act is, and its moments. */
interface Course {
  readonly waves: Wave[]
  /** Somebody looks, reads, talks: so many seconds, which the dice decides. */
  think(least: number, most: number): void
  /** What a page sends from now on; time goes on when somebody thinks. */
  ask(...waves: readonly Wave[]): void
}

const courseWith = (dice: Dice): Course => {
  const waves: Wave[] = []
  let now = 0
  return {
    waves,
    think: (least, most) => {
      now += dice.between(least, most) * 1000
    },
    ask: (...asked) => {
      waves.push(...asked.map((wave) => ({ ...wave, after: now + wave.after })))
    },
  }
}

const signIn = ({ ask, think }: Course): void => {
  ask(
    { step: 'page', after: 0, calls: () => [{ method: 'GET', path: '/login', kind: 'page' }] },
    { step: 'sign-in', after: 700, calls: () => [{ method: 'POST', path: '/auth/passkey/options' }] },
  )
  think(5, 12)
  ask({
    step: 'sign-in',
    after: 0,
    calls: ({ who: { username, password } }) => [
      { method: 'POST', path: '/auth/login', body: { username, password }, kind: 'login' },
    ],
  })
  think(1.5, 2.5)
  ask(...openingToday)
  think(5, 15)
  ask(...openingAgenda)
}

const receive = ({ ask, think }: Course): void => {
  ask(openingCard)
  think(2, 5)
  ask(...changingState('arrived'))
  think(2, 4)
  ask(closingCard)
}

/** A page saves 700 ms behind the first key that is not saved, however many follow: while keys come, so often. */
const draftEvery = 850
/** Three fields at five keys a second: some 300 letters in all. */
const stretches = 3
const savesAStretch = Math.floor(20_000 / draftEvery)
const lettersASave = (draftEvery / 1000) * 5

const type = ({ ask, think }: Course): number => {
  let saves = 0
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    for (let save = 0; save < savesAStretch; save += 1) {
      think(draftEvery / 1000, draftEvery / 1000)
      saves += 1
      ask(savingDraft(Math.round(saves * lettersASave)))
    }
    think(8, 20)
  }
  return Math.round(saves * lettersASave)
}

const write = (course: Course, isFirst: boolean): void => {
  const { ask, think } = course
  ask(openingCard)
  think(2, 5)
  ask(...openingFile(isFirst))
  think(10, 25)
  ask(...openingForm(isFirst))
  think(5, 10)
  ask(...savingNote(type(course)))
  think(4, 9)
  ask(backToAgenda)
  think(2, 4)
  ask(openingCard)
  think(2, 4)
  ask(...changingState('attended'))
  think(2, 4)
  ask(closingCard)
}

/** Every other one from the card of the visit that ends, the rest by a name that is typed. */
const book = ({ ask, think }: Course, turn: number): void => {
  if (turn % 2 === 0) ask(openingCard)
  else ask(...searching)
  think(6, 14)
  ask(...booking)
}

/** All moments of an act, thrown beforehand. `isFirst`: nobody opened a file with this page before. */
export const wavesOf = (
  kind: ActKind,
  dice: Dice,
  { turn, isFirst }: { readonly turn: number; readonly isFirst: boolean },
): readonly Wave[] => {
  const course = courseWith(dice)
  if (kind === 'sign-in') signIn(course)
  if (kind === 'receive') receive(course)
  if (kind === 'write') write(course, isFirst)
  if (kind === 'book') book(course, turn)
  return course.waves
}
