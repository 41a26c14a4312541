import { Button, FileButton } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { Problem } from '../../ui/base/Problem.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import styles from './PaperCheck.module.css'
import { useCheck } from './papers.queries.ts'
import { Verdict } from './Verdict.tsx'

/** A PDF, or the number on a paper, and what can be said of it. The file does not leave this device. */
export const PaperCheck = () => {
  const { t } = useTranslation('verify')
  const { textOf } = useErrorText()
  const [code, setCode] = useState('')
  const [fileName, setFileName] = useState<string>()
  const { run, checked, error, pending } = useCheck()

  const checkFile = (file: File | null) => {
    if (file === null) return
    setFileName(file.name)
    void run({ code, file })
  }
  const checkNumber = (event: FormEvent) => {
    event.preventDefault()
    setFileName(undefined)
    if (code.trim() !== '') void run({ code, file: null })
  }
  return (
    <>
      <section className={styles.way} aria-label={t('file.title')}>
        <h2>{t('file.title')}</h2>
        <p>{t('file.lead')}</p>
        <FileButton
          onChange={checkFile}
          accept="application/pdf"
          inputProps={{ 'aria-label': t('file.choose') }}
        >
          {(props) => (
            <Button size="lg" loading={pending} {...props}>
              {t('file.choose')}
            </Button>
          )}
        </FileButton>
      </section>
      <form className={styles.way} aria-label={t('number.title')} onSubmit={checkNumber}>
        <h2>{t('number.title')}</h2>
        <p>{t('number.lead')}</p>
        <div className={styles.number}>
          <TextField
            label={t('number.label')}
            value={code}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={code.trim() === '' || pending}>
            {t('number.check')}
          </Button>
        </div>
      </form>
      <div role="status" className={styles.answer}>
        {error !== null && <Problem>{textOf(error)}</Problem>}
        {checked && <Verdict checked={checked} fileName={fileName} />}
      </div>
    </>
  )
}
