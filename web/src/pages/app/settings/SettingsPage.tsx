import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useChildMatches, useNavigate, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { stackClass } from '../../../ui/base/stack.ts'
import { LockIcon } from '../../../ui/icons/record-icons.tsx'
import '../../../ui/fields/mantine-styles.ts'
import { forgetUnsaved, isAnythingUnsaved } from '../../../api/practice/unsaved-changes.ts'
import { obstacleFor } from '../../../api/practice/use-permission.ts'
import { useSession } from '../../../api/session/session.ts'
import { useLeaveQuestion } from '../../../blocks/form/use-leave-question.tsx'
import { standingQuery } from '../../../features/backups/backups.queries.ts'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { PermittedSection } from './PermittedSection.tsx'
import styles from './SettingsPage.module.css'
import { installationSection, sectionAt, settingsSections } from './settings-sections.ts'

/** Each section, and why this person may not use it. */
const useSections = () => {
  const { t } = useTranslation(['settings', 'error'])
  const session = useSession()
  const { data: standing } = useQuery(standingQuery)
  const sections = standing?.operator ? [...settingsSections, installationSection] : settingsSections
  return sections.map((section) => {
    const obstacle = section.permission === undefined ? null : obstacleFor(section.permission, session)
    return {
      ...section,
      label: t(`navigation.sections.${section.name}`),
      reason: obstacle === null ? undefined : t(`error:${obstacle}`),
    }
  })
}

const SectionList = () => {
  const { t } = useTranslation('settings')
  return (
    <nav className={styles.list} aria-label={t('navigation.label')}>
      {useSections().map(({ name, to, label, reason, Icon }) => (
        <Link key={name} to={to} className={styles.link} activeProps={{ 'data-active': true }} title={reason}>
          <Icon />
          <span className={styles.label}>{label}</span>
          {reason !== undefined && (
            <>
              <LockIcon size={16} />
              <VisuallyHidden>{reason}</VisuallyHidden>
            </>
          )}
        </Link>
      ))}
    </nav>
  )
}

/** On phones the sections are the browser's own list. */
const SectionSelect = () => {
  const { t } = useTranslation('settings')
  const navigate = useNavigate()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  return (
    <SelectField
      label={<VisuallyHidden>{t('navigation.label')}</VisuallyHidden>}
      className={styles.select}
      value={sectionAt(pathname)?.to ?? pathname}
      onChange={(event) => void navigate({ to: event.currentTarget.value })}
      options={useSections().map(({ to, label, reason }) => ({
        value: to,
        label: reason === undefined ? label : t('navigation.locked', { section: label }),
      }))}
    />
  )
}

/** The section that is open, or why this person may not use it: asked of what is drawn, not of where one is going. */
const OpenSection = () => {
  const open = useChildMatches({ select: (matches) => matches.at(-1)?.fullPath })
  const permission = sectionAt(open ?? '')?.permission
  if (permission === undefined) return <Outlet />
  return (
    <PermittedSection permission={permission}>
      <Outlet />
    </PermittedSection>
  )
}

/** The settings: sections at the side, the chosen one beside them. A section with something unsaved is not left unasked. */
export const SettingsPage = () => {
  const { t } = useTranslation('settings')
  const { question } = useLeaveQuestion({ holdsUnsaved: isAnythingUnsaved, onForget: forgetUnsaved })
  return (
    <>
      {question}
      <PageTitle title={t('title')} />
      <div className={styles.page}>
        <SectionList />
        <SectionSelect />
        <div className={stackClass(16)}>
          <OpenSection />
        </div>
      </div>
    </>
  )
}
