import styles from './Skeletons.module.css'

/** One grey line where text will be; `width` in percent. */
export const SkeletonLine = ({ width = 100, height = 16 }: { width?: number; height?: number }) => (
  <span className={styles.line} style={{ width: `${width}%`, height }} aria-hidden="true" />
)

/** Rows of a list while its content is on the way. `label` says so to screen readers. */
export const SkeletonRows = ({ rows = 5, label }: { rows?: number; label: string }) => (
  <div className={styles.rows} role="status" aria-label={label}>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
      <div className={styles.row} key={row} aria-hidden="true">
        <span className={styles.disc} />
        <span className={styles.words}>
          <SkeletonLine width={34 + ((row * 17) % 30)} />
          <SkeletonLine width={52 + ((row * 11) % 30)} height={12} />
        </span>
      </div>
    ))}
  </div>
)
