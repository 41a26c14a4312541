import type { SignedDocument } from '@ulna/contract/signatures/signatures'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../ui/base/Hint.tsx'
import styles from './Signing.module.css'

/** Everything that is signed, in the words and the language in which it is sealed: nothing is cut short. */
export const DocumentText = ({ document }: { document: SignedDocument }) => {
  const { t } = useTranslation('signatures')
  const { record, sections, scores, files, patient } = document
  const { authorLicenceNumber: number } = record
  const licence = number === null ? null : t('licence', { number })
  const meta = [record.subject, record.day, record.author, licence].filter(Boolean).join(' · ')
  const about = [patient.name, patient.socialId].filter(Boolean).join(' · ')
  return (
    <article className={styles.document} aria-label={record.title} lang={document.language}>
      <h2>{record.title}</h2>
      <Hint>{meta}</Hint>
      <Hint>{about}</Hint>
      {sections.map((section, index) => (
        // Two sections may have one name.
        // biome-ignore lint/suspicious/noArrayIndexKey: a document on show never changes
        <section key={index} aria-label={section.label}>
          {sections.length > 1 && <h3>{section.label}</h3>}
          {section.lines.filter(isToRead).map(({ text }) => (
            <p key={text} className={styles.toRead}>
              {text}
            </p>
          ))}
          <Lines lines={section.lines.filter((line) => !isToRead(line))} />
        </section>
      ))}
      {scores.length > 0 && <Lines lines={scores} />}
      {files.length > 0 && (
        <section aria-label={t('document.files')}>
          <h3>{t('document.files')}</h3>
          <ul className={styles.files}>
            {files.map((file) => (
              <li key={file.id}>{file.name}</li>
            ))}
          </ul>
        </section>
      )}
    </article>
  )
}

/** What a form says by itself has no label; answers have one. */
const isToRead = ({ label }: SignedDocument['scores'][number]): boolean => label === ''

const Lines = ({ lines }: { lines: SignedDocument['scores'] }) => (
  <dl className={styles.lines}>
    {lines.map(({ label, text }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a document on show never changes
      <div key={index}>
        <dt>{label}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)
