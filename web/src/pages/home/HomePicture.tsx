import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/Avatar.tsx'
import { PlayIcon } from '../../ui/icons/PlayIcon.tsx'
import { StatusPill } from '../../ui/StatusPill.tsx'
import { ThreadNode } from '../../ui/ThreadNode.tsx'
import classes from './HomePicture.module.css'

const visits = [
  { key: 'one', time: '07:45', state: 'attended' },
  { key: 'two', time: '09:15', state: 'attended' },
  { key: 'four', time: '11:15', state: 'confirmed' },
  { key: 'five', time: '12:00', state: 'confirmed' },
] as const

const Row = ({ visit }: { visit: (typeof visits)[number] }) => {
  const { t } = useTranslation(['home', 'common'])
  const isPast = visit.state === 'attended'
  return (
    <div className={isPast ? classes.row : `${classes.row} ${classes.future}`}>
      <span className={classes.time}>{visit.time}</span>
      <ThreadNode shape={isPast ? 'done' : 'planned'} />
      <span className={classes.who}>
        <span className={classes.name}>{t(`picture.${visit.key}.name`)}</span>
        <span className={classes.detail}>{t(`picture.${visit.key}.reason`)}</span>
      </span>
      <StatusPill state={visit.state} label={t(`common:appointmentState.${visit.state}`)} />
    </div>
  )
}

const painScores = [8, 7, 7, 6, 5, 5, 4, 3]
const x = (session: number): number => 22 + session * 28.86
const y = (score: number): number => 106 - score * 9.6
const curve = painScores.map((score, session) => `${x(session)} ${y(score)}`).join('L')

const PainPicture = () => {
  const { t } = useTranslation('home')
  return (
    <div className={classes.pain}>
      <span className={classes.painTitle}>
        <strong>{t('picture.pain')}</strong>
        <strong className={classes.change}>−5</strong>
      </span>
      <svg viewBox="0 0 236 116" className={classes.chart} aria-hidden="true">
        <path d="M22 106H224M22 58H224M22 10H224" className={classes.axis} />
        <path d={`M${curve}L224 106L22 106Z`} className={classes.area} />
        <path d={`M${curve}`} className={classes.curve} />
        {painScores.map((score, session) => (
          <circle
            key={x(session)}
            cx={x(session)}
            cy={y(score)}
            r={session === painScores.length - 1 ? 6 : 4}
            className={session === painScores.length - 1 ? classes.last : classes.point}
          />
        ))}
      </svg>
    </div>
  )
}

/** A drawing of Today with the app's own pieces; the words beside it say the same. */
export const HomePicture = () => {
  const { t } = useTranslation(['home', 'common', 'dashboard'])
  return (
    <div className={classes.picture} aria-hidden="true">
      <div className={classes.sheet}>
        <span className={classes.sheetTitle}>{t('picture.myDay')}</span>
        {visits.slice(0, 2).map((visit) => (
          <Row key={visit.key} visit={visit} />
        ))}
        <div className={classes.rule}>
          <span className={classes.chip}>10:26</span>
          <span className={classes.cross} />
          <span className={classes.line} />
        </div>
        <div className={classes.card}>
          <Avatar name={t('picture.three.name')} initials={t('picture.three.initials')} size={56} color={3} />
          <span className={classes.who}>
            <span className={classes.bigName}>{t('picture.three.name')}</span>
            <span className={classes.detail}>{t('picture.three.reason')}</span>
          </span>
          <span className={classes.action}>
            <PlayIcon /> {t('picture.start')}
          </span>
        </div>
        {visits.slice(2).map((visit) => (
          <Row key={visit.key} visit={visit} />
        ))}
      </div>
      <PainPicture />
    </div>
  )
}
