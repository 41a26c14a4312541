import { classNames } from '../base/class-names.ts'
import styles from './Avatar.module.css'

/** First letters of the first and the last word of a name, at most two. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const first = words[0]?.at(0) ?? ''
  const last = words.length > 1 ? (words.at(-1)?.at(0) ?? '') : ''
  return (first + last).toLocaleUpperCase()
}

/** A colour for somebody who has none of their own, the same at every visit: 1 to 4, or 5 for the accent. */
export const colorOf = (seed: string | number): number => {
  const sum = [...String(seed)].reduce(
    (total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 997,
    7,
  )
  return (sum % 5) + 1
}

/** First letters of given name and surname, where both are known apart. */
export const initialsOfPerson = (person: { firstName: string; lastName: string }): string =>
  ((person.firstName.trim().at(0) ?? '') + (person.lastName.trim().at(0) ?? '')).toLocaleUpperCase()

export interface AvatarProps {
  name: string
  /** When they are known better than from the name. */
  initials?: string | undefined
  /** 1 to 4: practitioner colours; 5: accent; without it a neutral disc. */
  color?: number | undefined
  /** 28, 40 (usual), 48, 56 or 64. */
  size?: 28 | 40 | 48 | 56 | 64
  src?: string | null | undefined
}

/** Picture or initials; decorative, the name stands beside it. */
export const Avatar = ({ name, initials, color, size = 40, src }: AvatarProps) => {
  const tone = color === undefined ? undefined : styles[`c${color}`]
  return (
    <span className={classNames(styles.avatar, styles[`s${size}`], tone)} aria-hidden="true">
      {src ? <img src={src} alt="" width={size} height={size} /> : (initials ?? initialsOf(name))}
    </span>
  )
}

export interface PracticeMarkProps {
  name: string
  src: string | null
  size?: 28 | 40
}

/** Logo or initials of a practice; decorative, the name stands beside it. */
export const PracticeMark = ({ name, src, size = 40 }: PracticeMarkProps) => (
  <span className={classNames(styles.avatar, styles[`s${size}`], styles.practice)} aria-hidden="true">
    {src ? <img src={src} alt="" /> : initialsOf(name)}
  </span>
)
