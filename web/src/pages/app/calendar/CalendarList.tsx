import { useTranslation } from 'react-i18next'
import { AgendaList, type AgendaListProps } from '../../../blocks/agenda-grid/list/AgendaList.tsx'
import { LinkButton } from '../../../ui/base/LinkButton.tsx'
import { PlusIcon } from '../../../ui/icons/shared-icons.tsx'
import { startActionOf } from './appointments/StartVisit.tsx'

const BookLink = () => {
  const { t } = useTranslation('calendar')
  return (
    <LinkButton
      to="/app/calendar"
      search={{ view: 'list', new: true }}
      variant="light"
      leftSection={<PlusIcon />}
    >
      {t('new')}
    </LinkButton>
  )
}

/** The list, with the way to begin the session at the end of each row. */
export const CalendarList = (props: Omit<AgendaListProps, 'actionOf' | 'emptyAction'>) => (
  <AgendaList {...props} actionOf={startActionOf} emptyAction={<BookLink />} />
)
