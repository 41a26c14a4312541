import type { ReactNode } from 'react'
import { Card } from '../../ui/base/Card.tsx'
import styles from './FieldCard.module.css'

export interface FieldCardProps {
  title: string
  /** What the fields are about. */
  lead?: string
  children: ReactNode
}

/** Fields that belong together, in as many columns as fit. */
export const FieldCard = ({ title, lead, children }: FieldCardProps) => (
  <Card title={title} lead={lead}>
    <div className={styles.fields}>{children}</div>
  </Card>
)
