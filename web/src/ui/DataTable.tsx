import type { ComponentPropsWithoutRef } from 'react'
import { classNames } from './base/class-names.ts'
import styles from './DataTable.module.css'

/** Figures to read and to copy: a plain table with hairlines between its rows. */
export const DataTable = ({ className, ...table }: ComponentPropsWithoutRef<'table'>) => (
  <table {...table} className={classNames(styles.table, className)} />
)
