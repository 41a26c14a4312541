import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LanguageButtons } from '../../features/accounts/LanguageButtons.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { ThreadNode } from '../../ui/ThreadNode.tsx'
import { DemoOffer } from './DemoOffer.tsx'
import classes from './HomePage.module.css'
import { HomePicture } from './HomePicture.tsx'

const Head = () => {
  const { t } = useTranslation(['home', 'common'])
  return (
    <header className={classes.head}>
      <span className={classes.wordmark}>
        <Logo size={32} />
        {t('common:productName')}
      </span>
      <div className={classes.headEnd}>
        <LanguageButtons />
        <LinkButton to="/login" variant="default">
          {t('signIn')}
        </LinkButton>
      </div>
    </header>
  )
}

const Hero = () => {
  const { t } = useTranslation('home')
  return (
    <section className={classes.hero}>
      <div>
        <h1 className={classes.title}>{t('hero.title')}</h1>
        <p className={classes.lead}>{t('hero.lead')}</p>
        <div className={classes.actions}>
          <LinkButton to="/register" size="lg">
            {t('hero.register')}
          </LinkButton>
          <LinkButton to="/login" size="lg" variant="subtle">
            {t('signIn')}
          </LinkButton>
        </div>
        <DemoOffer />
      </div>
      <HomePicture />
    </section>
  )
}

const strengths = [
  { key: 'agenda', shape: 'done' },
  { key: 'followUp', shape: 'done' },
  { key: 'timeLine', shape: 'planned' },
] as const

const Strengths = () => {
  const { t } = useTranslation('home')
  return (
    <section className={classes.strengths}>
      <h2 className={classes.big}>{t('strengths.title')}</h2>
      <ol className={classes.three}>
        {strengths.map(({ key, shape }) => (
          <li key={key}>
            <div className={classes.mark}>
              <ThreadNode shape={shape} className={classes.node} />
            </div>
            <h3>{t(`strengths.${key}.title`)}</h3>
            <p>{t(`strengths.${key}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const promises = ['kept', 'own', 'audited', 'yours'] as const

const Promises = () => {
  const { t } = useTranslation('home')
  return (
    <section className={classes.promises}>
      <div className={classes.promisesInner}>
        <h2 className={classes.big}>{t('promises.title')}</h2>
        <dl className={classes.points}>
          {promises.map((key) => (
            <div key={key}>
              <dt>{t(`promises.${key}.title`)}</dt>
              <dd>{t(`promises.${key}.text`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

const Foot = () => {
  const { t } = useTranslation(['home', 'common'])
  return (
    <footer className={classes.foot}>
      <span className={classes.footName}>
        <Logo size={22} /> {t('common:productTitle')}
      </span>
      <Link to="/privacy-policy">{t('privacy')}</Link>
      <Link to="/terms-conditions">{t('terms')}</Link>
    </footer>
  )
}

/** What Ulna does, for somebody who has never seen it. */
export const HomePage = () => (
  <div className={classes.page}>
    <div className={classes.white}>
      <Head />
    </div>
    <main>
      <div className={classes.white}>
        <Hero />
      </div>
      <Strengths />
      <Promises />
    </main>
    <Foot />
  </div>
)
