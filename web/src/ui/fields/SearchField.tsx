import type { ComponentPropsWithRef } from 'react'
import { inputClass } from '../base/Field.tsx'
import { SearchIcon } from '../icons/shared-icons.tsx'
import styles from './SearchField.module.css'

export interface SearchFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'className'> {
  /** What is sought; shown while nothing is typed. */
  label: string
}

/** Narrows a list as one types. */
export const SearchField = ({ label, ...input }: SearchFieldProps) => (
  <span className={styles.frame}>
    <SearchIcon size={20} />
    <input
      autoComplete="off"
      {...input}
      type="search"
      className={inputClass}
      aria-label={label}
      placeholder={label}
    />
  </span>
)
