import history from './medical-history.json' with { type: 'json' }
import type { Random } from './random.ts'
import type { Sex } from './texts.ts'

export interface HistorySubject {
  readonly sex: Sex
  readonly age: number
  readonly allergies?: string | undefined
  readonly warning?: string | undefined
}

type Data = Readonly<Record<string, unknown>>

interface Disease {
  readonly value: string
  /** Likelihood at twenty and at eighty years. */
  readonly young: number
  readonly old: number
  readonly medication: string | null
}

const diseases: readonly Disease[] = history.diseases
const {
  professions,
  activities,
  hobbies,
  allergies,
  warnings,
  surgeries,
  fractures,
  sleeps,
  meals,
  frequencies,
} = history

const some = (random: Random, probability: number, options: readonly string[]): string | undefined =>
  random.chance(probability) ? random.pick(options) : undefined

const without = (data: Readonly<Record<string, unknown>>): Data =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))

const ageShare = (age: number): number => Math.min(1, Math.max(0, (age - 20) / 60))

const diseasesAt = (random: Random, age: number, factor: number): Disease[] =>
  diseases.filter(({ young, old }) => random.chance((young + (old - young) * ageShare(age)) * factor))

const workAt = (random: Random, age: number): { profession: string; scholarship: string } =>
  random.pick(professions.find(({ from, to }) => age >= from && age <= to)?.names ?? [])

const maritalStatusAt = (random: Random, age: number): string => {
  if (age < 27) return random.pick(['single', 'single', 'single', 'partnership'])
  if (age < 60)
    return random.pick([
      'single',
      'married',
      'married',
      'partnership',
      'partnership',
      'separated',
      'divorced',
    ])
  return random.pick(['married', 'married', 'widowed', 'widowed', 'divorced', 'partnership'])
}

const body = (
  random: Random,
  { sex, age }: HistorySubject,
  heavy: boolean,
): { weight: number; height: number } => {
  const height = (sex === 'f' ? 150 : 163) + random.between(0, 20)
  const index = (heavy ? 31 : 21) + random.next() * 5 + ageShare(age) * 2
  return { weight: Math.round(index * (height / 100) ** 2), height: height / 100 }
}

const personal = (random: Random, subject: HistorySubject, heavy: boolean): Record<string, unknown> => {
  const { sex, age } = subject
  const children = age < 24 ? 0 : random.between(0, age > 55 ? 4 : 3)
  return {
    gender: sex,
    children,
    abortions: sex === 'f' && children > 0 ? random.pick([0, 0, 0, 1]) : undefined,
    ...workAt(random, age),
    dominance: random.pick(['right', 'right', 'right', 'right', 'right', 'right', 'right', 'left', 'both']),
    maritalStatus: maritalStatusAt(random, age),
    physicalActivity: random.pick(age < 50 ? activities.young : activities.old),
    hobbies: random.pick(hobbies),
    imc: body(random, subject, heavy),
    allergies: subject.allergies ?? some(random, 0.18, allergies),
    warning: subject.warning ?? some(random, 0.03 + 0.12 * ageShare(age), warnings),
  }
}

const habits = (random: Random, age: number): Record<string, unknown> => ({
  alcohol: random.chance(0.55) ? { enabled: true, value: random.pick(frequencies) } : { enabled: false },
  smoke: random.chance(0.14)
    ? { enabled: true, value: random.pick(['Ocasional', 'A diario', 'Dejó de fumar hace años']) }
    : { enabled: false },
  narcotics: age < 40 && random.chance(0.06) ? { enabled: true, value: 'Ocasional' } : { enabled: false },
  sleep: random.pick(sleeps),
  meals: random.pick(meals),
})

const home = (random: Random, age: number): Record<string, unknown> => {
  const house = random.chance(0.3)
  const floors = house ? random.between(1, 3) : undefined
  return {
    houseAccess: random.pick(
      house
        ? ['Dos escalones en la entrada', 'Andén irregular', 'Directo desde la calle']
        : ['Ascensor', 'Tercer piso sin ascensor', 'Segundo piso por escaleras', 'Ascensor y rampa'],
    ),
    houseType: house ? 'house' : 'apartment',
    houseFloors: floors,
    houseRooms: random.between(2, 4),
    houseWater: true,
    houseStairs: house ? floors !== 1 : random.chance(0.5),
    houseSecondFloor: house && floors !== 1,
    houseAccessRamps: random.chance(0.15),
    houseBiomechanicalHelps:
      age > 64
        ? random.pick(['Barra de apoyo en la ducha', 'Bastón', 'Ninguna', 'Silla de ducha'])
        : undefined,
  }
}

const anticoagulant = (warning: unknown): string | null => {
  if (typeof warning !== 'string' || !/anticoag/i.test(warning)) return null
  return warning.includes('apixabán') ? 'Apixabán 5 mg cada 12 horas' : 'Warfarina según INR'
}

/** Medical history of somebody, believable for age and sex; keys are those of `med_hist_default`. */
export const medicalHistory = (random: Random, subject: HistorySubject): Data => {
  const { sex, age } = subject
  const own = diseasesAt(random, age, 1)
  const family = diseasesAt(random, 70, 0.9)
  const person = personal(
    random,
    subject,
    own.some((disease) => disease.value === 'obesity'),
  )
  const medication = [...own.map((disease) => disease.medication), anticoagulant(person.warning)].filter(
    (text) => text !== null,
  )
  return without({
    ...person,
    currentMedication: medication.length > 0 ? medication.join('\n') : 'Ninguna',
    familyDiseases: family.map((disease) => disease.value),
    personalDiseases: own.map((disease) => disease.value),
    ...habits(random, age),
    qx:
      some(
        random,
        0.45,
        surgeries.filter((text) => text !== 'Cesárea' || sex === 'f'),
      ) ?? 'Niega',
    fx: some(random, 0.25, fractures) ?? 'Niega',
    ...(random.chance(0.6) ? home(random, age) : {}),
  })
}

const isBody = (value: unknown): value is { weight: number; height: number } =>
  typeof value === 'object' && value !== null && 'weight' in value

/** The same history months later: another weight, and what changed since. */
export const historyLater = (random: Random, data: Data): Data => {
  const { imc } = data
  return {
    ...data,
    ...(isBody(imc) ? { imc: { ...imc, weight: imc.weight + random.pick([-4, -3, -2, -1, 1, 2, 3]) } } : {}),
    sleep: random.pick(sleeps),
    other: random.pick([
      'Nuevo episodio, sin otros cambios desde la última historia',
      'Controles al día con su médico',
      'Cambió de trabajo hace dos meses',
      'Terminó otro tratamiento de fisioterapia aquí, con buena evolución',
    ]),
  }
}
