import type { ModuleCategory } from '@ulna/contract/modules/record-module'
import type { ReactNode } from 'react'
import styles from './ModuleDrawing.module.css'

/** A drawing a category; what is measured is drawn as thread. */
const drawings: Readonly<Record<ModuleCategory, ReactNode>> = {
  standard: (
    <>
      <rect x="52" y="14" width="72" height="88" rx="12" />
      <path className={styles.thread} d="M66 38h44" />
      <path d="M66 58h44M66 78h26" />
    </>
  ),
  measures: (
    <>
      <path className={styles.bone} d="M30 92h116" />
      <path className={styles.measured} d="M30 92 108 22" />
      <path d="M82 92a52 52 0 0 0-14-34" strokeDasharray="3 6" />
      <circle className={styles.point} cx="30" cy="92" r="9" />
    </>
  ),
  scales: (
    <>
      <path className={styles.bone} d="M22 30h130M22 56h130M22 82h130" />
      <path className={styles.measured} d="M22 30h92M22 56h58M22 82h112" />
      <circle className={styles.point} cx="114" cy="30" r="9" />
      <circle className={styles.point} cx="80" cy="56" r="9" />
      <circle className={styles.point} cx="134" cy="82" r="9" />
    </>
  ),
  tests: (
    <>
      <circle cx="88" cy="62" r="38" />
      <path className={styles.thread} d="M88 62V36M88 62l18 12" />
      <path d="M80 12h16M88 12v12" />
    </>
  ),
  examination: (
    <>
      <circle cx="88" cy="24" r="12" />
      <path d="M88 36v42M88 46 66 66M88 46l22 20M88 78l-14 28M88 78l14 28" />
      <path className={styles.axis} d="M88 4v108M62 36h52M68 78h40" />
    </>
  ),
  consents: (
    <>
      <rect x="52" y="10" width="72" height="96" rx="12" />
      <path d="M66 32h44M66 48h44M66 64h26" />
      <path className={styles.thread} d="M66 88c10-16 14-16 16-4s8 8 28-6" />
    </>
  ),
}

/** What stands above a module's name. It says nothing that is not also written. */
export const ModuleDrawing = ({ category }: { category: ModuleCategory }) => (
  <svg className={styles.drawing} width="176" height="116" viewBox="0 0 176 116" aria-hidden="true">
    {drawings[category]}
  </svg>
)
