import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import type { DayPart } from '../board/agenda-board.ts'
import { useCardWords } from '../grid/use-card-words.ts'
import { isBlock, isOff } from '../parts/agenda-event.ts'
import { type ClockFormat, clockRange, longDayText } from '../parts/agenda-text.ts'
import { type CardWords, eventName, statusWord } from '../parts/card-words.ts'
import styles from './AgendaPaper.module.css'
import type { PrintedAgenda, PrintedDay } from './print-days.ts'

export interface AgendaPaperProps {
  practice: string
  /** The day or the week. */
  title: string
  /** When it was printed, in words. */
  printedAt: string
  days: readonly PrintedDay[]
  clock: ClockFormat
  withNotes: boolean
}

interface RowProps {
  part: DayPart
  clock: ClockFormat
  words: CardWords
  withNotes: boolean
}

const Row = ({ part, clock, words, withNotes }: RowProps) => {
  const { event, start, end } = part
  const status = isBlock(event) ? '' : statusWord(event, words)
  const reason = event.status === 'cancelled' ? event.cancelReason : null
  return (
    <tr className={isOff(event) ? styles.gone : undefined}>
      <td className={styles.time}>{clockRange(start, end, clock)}</td>
      <td>
        <b>{eventName(event, words)}</b>
        {event.patientName && event.title ? <div>{event.title}</div> : null}
        {withNotes && event.note ? <div className={styles.note}>{event.note}</div> : null}
      </td>
      <td>{[status, reason].filter(Boolean).join(': ')}</td>
    </tr>
  )
}

const Agenda = ({ agenda, ...about }: { agenda: PrintedAgenda } & Omit<RowProps, 'part'>) => {
  const { t } = useTranslation('agendaViews')
  const { practitioner, entries } = agenda
  return (
    <table className={styles.agenda}>
      <caption>
        {practitioner.fullName} <span>{t('list.entries', { count: entries.length })}</span>
      </caption>
      <thead className={styles.head}>
        <tr>
          <th scope="col">{t('paper.time')}</th>
          <th scope="col">{t('paper.who')}</th>
          <th scope="col">{t('paper.status')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((part) => (
          <Row key={part.event.id} part={part} {...about} />
        ))}
      </tbody>
    </table>
  )
}

/** The agenda as it goes on paper: words instead of colours, and nothing of the page around it. */
export const AgendaPaper = ({ practice, title, printedAt, days, clock, withNotes }: AgendaPaperProps) => {
  const { t } = useTranslation('agendaViews')
  const words = useCardWords()
  return (
    <article className={styles.paper} data-paper="">
      <header className={styles.top}>
        <div>
          <p className={styles.practice}>{practice}</p>
          <p className={styles.title}>{title}</p>
        </div>
        <p>{printedAt}</p>
      </header>
      {days.length === 0 ? <p>{t('paper.empty')}</p> : null}
      {days.map(({ day, agendas }) => (
        <section key={day} className={styles.day}>
          {days.length > 1 ? <h2>{longDayText(day, currentLanguage())}</h2> : null}
          {agendas.map((agenda) => (
            <Agenda
              key={agenda.practitioner.id}
              agenda={agenda}
              clock={clock}
              words={words}
              withNotes={withNotes}
            />
          ))}
        </section>
      ))}
    </article>
  )
}
