import { type Day, daysBetween } from './calendar.ts'
import people from './people.json' with { type: 'json' }
import type { Random } from './random.ts'
import type { Sex } from './texts.ts'

export interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly sex: Sex
  readonly age: number
  readonly birthDate: Day
  readonly socialId: string
  readonly mobile: string
  readonly phone: string | null
  readonly email: string | null
  readonly address: string
  readonly note: string | null
}

export interface Named {
  readonly firstName: string
  readonly lastName: string
  readonly sex: Sex
  readonly age: number
}

const listed = (names: string): readonly string[] => names.split(', ')
const women = listed(people.women)
const men = listed(people.men)
const middleNames = { f: listed(people.middleNames.f), m: listed(people.middleNames.m) }
const surnames = listed(people.surnames)

const birthDate = (random: Random, age: number, today: Day): Day => {
  const monthDay = `${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`
  const birthdayAhead = monthDay > today.slice(5)
  return `${Number(today.slice(0, 4)) - age - (birthdayAhead ? 1 : 0)}-${monthDay}`
}

const mailName = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().split(' ')[0] ?? ''

const address = (random: Random): string => {
  const way = random.chance(0.5) ? `Calle ${random.between(39, 67)}` : `Carrera ${random.between(4, 24)}`
  const home = random.chance(0.6) ? `, apto ${random.between(1, 9)}0${random.between(1, 4)}` : ''
  return `${way} # ${random.between(4, 28)}-${String(random.between(2, 98)).padStart(2, '0')}${home}, Bogotá`
}

/** A person with all that the practice knows of them besides their health. Nobody can be reached: the mails are `.example`. */
export const withContact = (random: Random, named: Named, today: Day): Person => ({
  ...named,
  birthDate: birthDate(random, named.age, today),
  socialId: String(
    named.age > 40 ? random.between(19_000_000, 79_999_999) : random.between(1_010_000_000, 1_032_999_999),
  ),
  mobile: `3${random.pick(['00', '01', '10', '12', '15', '20'])} 555 ${String(random.between(0, 9999)).padStart(4, '0')}`,
  phone: random.chance(0.15) ? `601 555 ${String(random.between(0, 9999)).padStart(4, '0')}` : null,
  email: random.chance(0.8)
    ? `${mailName(named.firstName)}.${mailName(named.lastName)}${random.between(1, 99)}@correo.example`
    : null,
  address: address(random),
  note: random.chance(0.12) ? random.pick(people.notes) : null,
})

const newNamed = (random: Random): Named => {
  const sex: Sex = random.chance(0.58) ? 'f' : 'm'
  const first = random.pick(sex === 'f' ? women : men)
  const middle = random.chance(0.35) ? random.pick(middleNames[sex]) : null
  const firstName = middle === null || middle === first ? first : `${first} ${middle}`
  return {
    firstName,
    lastName: `${random.pick(surnames)} ${random.pick(surnames)}`,
    sex,
    age: random.between(17, 82),
  }
}

/** People with names that are not in `taken`, which grows by theirs. */
export const newPerson = (random: Random, taken: Set<string>, today: Day): Person => {
  const named = newNamed(random)
  const name = `${named.firstName} ${named.lastName}`
  const [one, other] = named.lastName.split(' ')
  if (taken.has(name) || one === other) return newPerson(random, taken, today)
  taken.add(name)
  return withContact(random, named, today)
}

/** Whole years on a day. */
export const ageOn = (person: Person, day: Day): number =>
  Math.floor(daysBetween(person.birthDate, day) / 365.25)
