import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { TextGroup } from '../../i18n/text-groups.ts'
import { Logo } from '../../ui/Logo.tsx'
import { TextPage } from '../../ui/TextPage.tsx'
import { LanguageButtons } from './LanguageButtons.tsx'
import classes from './LegalText.module.css'

interface Part {
  readonly title: string
  readonly text: string
}

/** Title, introduction and parts of a text group, as they stand in the locale file. */
export const LegalText = ({ group }: { group: TextGroup }) => {
  const { t } = useTranslation([group, 'common'])
  const parts = t('parts', { returnObjects: true, defaultValue: [] }) as unknown as readonly Part[]
  const head = (
    <div className={classes.head}>
      <Link to="/" className={classes.wordmark}>
        <Logo size={26} />
        {t('common:productName')}
      </Link>
      <LanguageButtons />
    </div>
  )
  return (
    <TextPage head={head} title={t('title')}>
      <p>{t('introduction')}</p>
      {Array.isArray(parts) &&
        parts.map((part) => (
          <section key={part.title}>
            <h2>{part.title}</h2>
            <p>{part.text}</p>
          </section>
        ))}
    </TextPage>
  )
}
