import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/**
 * Bases that most guessing lists start with, in the languages of the product.
 */
const bases = [
  'password',
  'passw0rd',
  'passwort',
  'contrasena',
  'contraseña',
  'clave',
  'secreto',
  'secreta',
  'parola',
  'segreto',
  'qwertyuiop',
  'qwerty',
  'qwertz',
  'azerty',
  'asdfghjkl',
  'asdfgh',
  'zxcvbnm',
  'zxcvbn',
  'abcdefghij',
  'abcdef',
  'abc',
  'iloveyou',
  'tequiero',
  'teamo',
  'tiamo',
  'amore',
  'amor',
  'letmein',
  'welcome',
  'bienvenido',
  'benvenuto',
  'admin',
  'administrator',
  'administrador',
  'login',
  'master',
  'monkey',
  'dragon',
  'football',
  'futbol',
  'calcio',
  'baseball',
  'superman',
  'batman',
  'princess',
  'princesa',
  'principessa',
  'sunshine',
  'shadow',
  'michael',
  'charlie',
  'juventus',
  'barcelona',
  'realmadrid',
  'colombia',
  'espana',
  'españa',
  'italia',
  'madrid',
  'bogota',
  'medellin',
  'milano',
  'roma',
  'fisioterapia',
  'fisioterapeuta',
  'fisioterapista',
  'physiotherapy',
  'physio',
  'fisio',
  'clinica',
  'ulna',
  'hola',
  'ciao',
  'hello',
  'test',
  'demo',
  'user',
  'usuario',
  'utente',
  'changeme',
  'whatever',
  'trustno',
  'starwars',
  'pokemon',
  'samsung',
] as const

const plain = (text: string): string =>
  text.toLowerCase().normalize('NFKC').replaceAll('@', 'a').replaceAll('$', 's')

/** Nothing is left once known words, digits, signs and repetition are gone. */
const isMadeOfBases = (password: string): boolean => {
  const withoutSigns = plain(password).replaceAll(/[\d\s!?.,_+*#-]+/g, '')
  const rest = [...bases]
    .sort((a, b) => b.length - a.length)
    .reduce((text, base) => text.replaceAll(base, ''), withoutSigns)
  return rest.replaceAll(/(.)\1*/g, '$1').length <= 1
}

/** The text that a text repeats: `abcabc` repeats `abc`. */
const repeatedUnit = (text: string): string => text.slice(0, (text + text).indexOf(text, 1))

/** Guesses that one machine makes in an hour or so against the hashes of a stolen database. */
const fewestGuesses = 1e8
/** Estimating takes longer the longer a password is; a longer one that repeats nothing is far beyond the limit. */
const longestEstimated = 40

// Its lists (about 50,000 passwords of published leaks) and its search are loaded once somebody chooses a password.
let estimator: ZxcvbnFactory | undefined

const isGuessedEarly = (password: string): boolean => {
  estimator ??= new ZxcvbnFactory({
    dictionary: { ...dictionary, bases: [...bases] },
    graphs: adjacencyGraphs,
  })
  return estimator.check(password).guesses < fewestGuesses
}

/**
 * True for a password that stands early in every guessing list, or that a program which knows words, dates, keyboard
 * runs and repetition (zxcvbn) finds within 10^8 guesses. There are no rules of composition (product-decisions.md §3).
 */
export const isCommonPassword = (password: string): boolean => {
  if (isMadeOfBases(password)) return true
  const unit = repeatedUnit(password)
  const parts = unit.length < password.length ? [unit, password] : [password]
  return parts.some((part) => part.length <= longestEstimated && isGuessedEarly(part))
}
