import styles from './Logo.module.css'

/** The mark: an elbow-to-wrist line and its node. Decorative; the word beside it names the product. */
export const Logo = ({ size = 30 }: { size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 32 32"
    fill="none"
    stroke="currentColor"
    strokeWidth="4.2"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="M7 5.500V16a9 9 0 0 0 18 0v-3" />
    <circle cx="25" cy="6.500" r="2.900" fill="currentColor" stroke="none" />
  </svg>
)

/** The looks of a link home: the mark and the product’s name. */
export const wordmarkClass = styles.wordmark ?? ''
