import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import type { DayPart } from '../board/agenda-board.ts'
import { useCardWords } from '../grid/use-card-words.ts'
import { isBlock, isOff } from '../parts/agenda-appointment.ts'
import { type ClockFormat, clockRange, longDayText } from '../parts/agenda-text.ts'
import { appointmentName, type CardWords, statusWord } from '../parts/card-words.ts'
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
  const { appointment, start, end } = part
  const status = isBlock(appointment) ? '' : statusWord(appointment, words)
  const reason = appointment.status === 'cancelled' ? appointment.cancelReason : null
  return (
    <tr className={isOff(appointment) ? styles.gone : undefined}>
      <td className={styles.time}>{clockRange(start, end, clock)}</td>
      <td>
        <b>{appointmentName(appointment, words)}</b>
        {appointment.patientName && appointment.title ? <div>{appointment.title}</div> : null}
        {withNotes && appointment.note ? <div className={styles.note}>{appointment.note}</div> : null}
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
          <Row key={part.appointment.id} part={part} {...about} />
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
