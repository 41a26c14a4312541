import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { reportError } from '../api/app-errors.ts'
import { loadPractices } from '../api/load-session.ts'
import { usePracticeSession } from '../api/session.ts'
import { choosePractice } from '../features/practices/choose-practice.ts'
import { ActionMenu, MenuGroup, MenuItem } from '../ui/ActionMenu.tsx'
import { initialsOf } from '../ui/Avatar.tsx'
import { CheckIcon } from '../ui/icons/CheckIcon.tsx'
import { SwitchIcon } from '../ui/icons/SwitchIcon.tsx'
import classes from './PracticeSwitch.module.css'
import { paths } from './paths.ts'

const PracticeName = ({ name }: { name: string }) => (
  <>
    <span className={classes.logo} aria-hidden="true">
      {initialsOf(name)}
    </span>
    <span className={classes.name}>{name}</span>
  </>
)

/** The practice one works in; with several, the way to another. */
export const PracticeSwitch = () => {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const { authPractice, multiPractice, practices } = usePracticeSession()
  if (!multiPractice) {
    return (
      <div className={classes.alone}>
        <PracticeName name={authPractice.name} />
      </div>
    )
  }
  const choose = (id: number): void => {
    choosePractice(id).then(() => navigate({ to: paths.dashboard }), reportError)
  }
  const trigger = (
    <>
      <PracticeName name={authPractice.name} />
      <SwitchIcon size={16} />
    </>
  )
  return (
    <ActionMenu
      label={t('practiceSwitch.label', { practice: authPractice.name })}
      trigger={trigger}
      onOpen={() => loadPractices().catch(reportError)}
    >
      <MenuGroup label={t('practiceSwitch.title')}>
        {practices.map((practice) => (
          <MenuItem
            key={practice.id}
            checked={practice.id === authPractice.id}
            mark={<CheckIcon size={16} />}
            onSelect={() => choose(practice.id)}
          >
            {practice.name}
          </MenuItem>
        ))}
      </MenuGroup>
    </ActionMenu>
  )
}
