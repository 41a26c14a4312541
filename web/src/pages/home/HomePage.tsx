import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ContactForm } from '../../features/contact/ContactForm.tsx'
import { LinkButton } from '../../ui/base/LinkButton.tsx'
import { type NodeShape, ThreadNode } from '../../ui/base/ThreadNode.tsx'
import { CheckIcon } from '../../ui/icons/base-icons.tsx'
import { SiteFoot } from '../site/SiteFoot.tsx'
import { SiteHead } from '../site/SiteHead.tsx'
import { DemoOffer } from './DemoOffer.tsx'
import styles from './HomePage.module.css'
import { HeroShots, ScreenShot, type ScreenShotProps } from './HomeShot.tsx'

const places = ['what', 'trust', 'contact'] as const

const Head = () => {
  const { t } = useTranslation('home')
  return (
    <SiteHead>
      <nav className={styles.nav} aria-label={t('nav.label')}>
        {places.map((place) => (
          <Link key={place} to="/" hash={place}>
            {t(`nav.${place}`)}
          </Link>
        ))}
      </nav>
      <LinkButton to="/login" variant="default">
        {t('signIn')}
      </LinkButton>
    </SiteHead>
  )
}

const Hero = () => {
  const { t } = useTranslation('home')
  return (
    <section className={styles.hero}>
      <div>
        <h1 className={styles.title}>{t('hero.title')}</h1>
        <p className={styles.lead}>{t('hero.lead')}</p>
        <div className={styles.actions}>
          <LinkButton to="/register" size="lg">
            {t('hero.register')}
          </LinkButton>
          <LinkButton to="/login" size="lg" variant="subtle">
            {t('signIn')}
          </LinkButton>
        </div>
        <DemoOffer />
      </div>
      <HeroShots />
    </section>
  )
}

interface Step extends ScreenShotProps {
  readonly key: string
  readonly shape: NodeShape
}

const steps: readonly Step[] = [
  { key: 'agenda', shape: 'done', wide: 'week', narrow: 'day' },
  { key: 'followUp', shape: 'done', wide: 'followUp', narrow: 'followUp' },
  { key: 'signature', shape: 'done', wide: 'signature', narrow: 'signature' },
  { key: 'file', shape: 'done', wide: 'file', narrow: 'file' },
  { key: 'packages', shape: 'planned', wide: 'packages', narrow: 'packages' },
]
const points = ['one', 'two'] as const

const Steps = () => {
  const { t } = useTranslation('home')
  return (
    <section className={styles.band} id="what">
      <h2 className={styles.big}>{t('steps.title')}</h2>
      <p className={styles.underBig}>{t('steps.lead')}</p>
      <ol className={styles.steps}>
        {steps.map(({ key, shape, wide, narrow }) => (
          <li key={key} className={styles.step}>
            <ThreadNode shape={shape} className={styles.node} />
            <div className={styles.words}>
              <h3>{t(`steps.${key}.title`)}</h3>
              <p>{t(`steps.${key}.text`)}</p>
              <ul>
                {points.map((point) => (
                  <li key={point}>
                    <CheckIcon />
                    <span>{t(`steps.${key}.points.${point}`)}</span>
                  </li>
                ))}
              </ul>
            </div>
            <ScreenShot wide={wide} narrow={narrow} />
          </li>
        ))}
      </ol>
    </section>
  )
}

const audiences = ['solo', 'clinic', 'chain'] as const

const Audiences = () => {
  const { t } = useTranslation('home')
  return (
    <div className={styles.white}>
      <section className={styles.band}>
        <h2 className={styles.big}>{t('audiences.title')}</h2>
        <ul className={styles.three}>
          {audiences.map((audience) => (
            <li key={audience}>
              <h3>{t(`audiences.${audience}.title`)}</h3>
              <p>{t(`audiences.${audience}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

const promises = ['kept', 'locked', 'audited', 'yours'] as const

const Promises = () => {
  const { t } = useTranslation('home')
  return (
    <section className={styles.promises} id="trust">
      <div className={styles.split}>
        <h2 className={styles.big}>{t('promises.title')}</h2>
        <dl className={styles.points}>
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

const Contact = () => {
  const { t } = useTranslation('home')
  return (
    <section className={styles.split} id="contact">
      <div>
        <h2 className={styles.big}>{t('contact.title')}</h2>
        <p className={styles.underBig}>{t('contact.lead')}</p>
      </div>
      <ContactForm />
    </section>
  )
}

/** What Ulna does, for somebody who has never seen it. */
export const HomePage = () => (
  <div className={styles.page}>
    <div className={styles.white}>
      <Head />
    </div>
    <main>
      <div className={styles.white}>
        <Hero />
      </div>
      <Steps />
      <Audiences />
      <Promises />
      <Contact />
    </main>
    <SiteFoot />
  </div>
)
