import { classNames } from './class-names.ts'
import styles from './stack.module.css'

/** The looks of things below each other, as wide as there is room and so many pixels apart. */
export const stackClass = (apart: 4 | 8 | 12 | 16 | 20): string =>
  classNames(styles.stack, styles[`s${apart}`]) ?? ''
