import type { ReactNode } from 'react'
import { Sheet } from '../../ui/base/Sheet.tsx'
import styles from './FieldSheet.module.css'

export interface FieldSheetProps {
  title: string
  /** What the fields are about. */
  lead?: string
  children: ReactNode
}

/** Fields that belong together, in as many columns as fit. */
export const FieldSheet = ({ title, lead, children }: FieldSheetProps) => (
  <Sheet title={title} lead={lead}>
    <div className={styles.fields}>{children}</div>
  </Sheet>
)
