import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../../api/session/session.ts'
import { useZoneText } from '../../../blocks/time-zones/use-zone-names.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { Row } from '../../../ui/base/Row.tsx'
import { CardBody } from '../../../ui/CardBody.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { LeaveDialog } from '../members/LeaveDialog.tsx'

/** The practice one works in and the own place in it, for every member; and the way out. */
export const OwnPlaceSection = () => {
  const { t } = useTranslation(['practice', 'settings'])
  const zoneText = useZoneText()
  const { authPractice, practiceRole, clinical } = usePracticeSession()
  const leaving = usePermission('leavePractice')
  const [asks, setAsks] = useState(false)
  const facts = [
    [t('name'), authPractice.name],
    [t('timezone'), zoneText(authPractice.timezone)],
    [t('role'), practiceRole ? t(`roles.${practiceRole}`) : ''],
    [t('clinicalAccess'), t(clinical ? 'clinicalYes' : 'clinicalNo')],
  ] as const
  return (
    <Card title={t('settings:members.own')}>
      <CardBody>
        <Facts facts={facts} />
        <Row>
          <ReasonedButton variant="default" reason={leaving.reason} onClick={() => setAsks(true)}>
            {t('settings:members.leave.action')}
          </ReasonedButton>
        </Row>
      </CardBody>
      {asks && <LeaveDialog onClose={() => setAsks(false)} />}
    </Card>
  )
}
