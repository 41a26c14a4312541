import styles from './Imports.module.css'

/** How far something is, in words and as a bar. */
export const ImportProgress = ({ label, done, toDo }: { label: string; done: number; toDo: number }) => (
  <div className={styles.progress}>
    <p role="status">{label}</p>
    <progress aria-label={label} {...(toDo > 0 ? { max: toDo, value: done } : {})} />
  </div>
)
