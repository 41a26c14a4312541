import { encode } from 'uqr'
import styles from './QrCode.module.css'

/** Modules of a QR code as one path, a unit each. */
const pathOf = (modules: readonly (readonly boolean[])[]): string =>
  modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')

/** A text as QR code, dark on white in both schemes: that is what cameras read. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={pathOf(data)} shapeRendering="crispEdges" />
    </svg>
  )
}
