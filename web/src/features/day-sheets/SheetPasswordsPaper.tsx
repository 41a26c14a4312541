import { Button } from '@mantine/core'
import type { SheetPasswords } from '@ulna/contract/day-sheets/day-sheets'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../api/session/session.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Row } from '../../ui/base/Row.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Paper } from '../../ui/paper/Paper.tsx'

/** What opens the sheets, on a page that can be printed: it has to be known before Ulna does not answer. */
export const SheetPasswordsPaper = ({ passwords }: { passwords: SheetPasswords }) => {
  const { t } = useTranslation('daySheets')
  const { authPractice } = usePracticeSession()
  const { instantDay } = useDates()
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => shown.current?.focus(), [])
  const { agenda, clinical } = passwords
  const facts = [
    ...(clinical
      ? [[t('passwords.clinical'), <code key="clinical">{clinical.password}</code>] as const]
      : []),
    [t('passwords.agenda'), <code key="agenda">{agenda.password}</code>] as const,
    [t('passwords.since'), instantDay(agenda.since)] as const,
  ]
  return (
    <div ref={shown} tabIndex={-1} className={stackClass(12)}>
      <Paper title={t('passwords.paper', { practice: authPractice.name })}>
        <Facts facts={facts} />
      </Paper>
      <p>{t('passwords.keep')}</p>
      <Row>
        <Button variant="default" onClick={() => window.print()}>
          {t('passwords.print')}
        </Button>
      </Row>
    </div>
  )
}
