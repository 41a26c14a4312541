import styles from './callout.module.css'
import { classNames } from './class-names.ts'

/** The looks of a box that sets something apart: plain, or in the colour of what it has to say. */
export const calloutClass = (
  tone: 'plain' | 'accent' | 'info' | 'warn' | 'bad' | 'mute',
  ...more: (string | undefined)[]
) => classNames(styles.callout, styles[tone], ...more)
