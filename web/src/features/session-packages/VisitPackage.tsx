import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { limits } from '@ulna/contract/http/text'
import type { VisitChange, VisitPackages } from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import {
  balanceTone,
  packageCan,
  permissionToCount,
  sessionsLeft,
} from '@ulna/contract/session-packages/session-packages.rules'
import { useState } from 'react'
import { obstacleFor } from '../../api/practice/use-permission.ts'
import { usePracticeSession, useSession } from '../../api/session/session.ts'
import { ReasonDialog } from '../../blocks/form/ReasonDialog.tsx'
import { Pips } from '../../blocks/package-balance/Pips.tsx'
import { calloutClass } from '../../ui/base/callout.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { Row } from '../../ui/base/Row.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { useChangeVisit, visitQuery } from './session-packages.queries.ts'
import { usePackageWords } from './use-package-words.ts'
import styles from './VisitPackage.module.css'

export interface VisitPackageProps {
  appointmentId: number
  doctorId: number
}

interface PartProps {
  visit: VisitPackages
  pending: boolean
  isAllowed: boolean
  onChange: (change: VisitChange) => void
}

const Balance = ({ sold }: { sold: SessionPackage }) => {
  const words = usePackageWords()
  return (
    <Row>
      <Pips sessions={sold} tone={balanceTone(sold.status, sessionsLeft(sold))} />
      <b>{words.figure(sold)}</b>
      <span>
        {words.title(sold)}. {words.left(sold)}
      </span>
    </Row>
  )
}

/** The package a visit could count on. */
const Choice = ({ visit, pending, isAllowed, onChange }: PartProps) => {
  const { t, title, figure } = usePackageWords()
  const { clinical } = usePracticeSession()
  const usable = visit.packages.filter(
    (sold) =>
      packageCan.use({
        package: { status: sold.status, left: sessionsLeft(sold) },
        actor: { role: 'practitioner', clinical },
      }) === 'allowed',
  )
  const [chosen, setChosen] = useState<number>()
  const sold = usable.find(({ id }) => id === chosen) ?? usable.at(-1)
  if (!sold) return <Hint>{t('visit.none')}</Hint>
  return (
    <>
      {usable.length > 1 ? (
        <SelectField
          label={t('visit.choose')}
          value={String(sold.id)}
          options={usable.map((one) => ({ value: String(one.id), label: `${title(one)} · ${figure(one)}` }))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      ) : null}
      <Balance sold={sold} />
      <Button
        variant="light"
        loading={pending}
        disabled={!isAllowed}
        onClick={() => onChange({ action: 'count', packageId: sold.id })}
      >
        {t('visit.count')}
      </Button>
    </>
  )
}

/** Gives the session back, or takes it, against the rule: it asks why. */
const ByHand = ({ visit, pending, isAllowed, onChange }: PartProps) => {
  const { t } = usePackageWords()
  const [asks, setAsks] = useState(false)
  const action = visit.use?.state === 'returned' ? 'take' : 'giveBack'
  const words = t(`visit.${action}`)
  return (
    <>
      <Button variant="default" disabled={!isAllowed} onClick={() => setAsks(true)}>
        {words}
      </Button>
      {asks && (
        <ReasonDialog
          title={words}
          label={t('reason')}
          confirmLabel={words}
          shortest={1}
          longest={limits.title}
          pending={pending}
          onConfirm={(reason) => {
            setAsks(false)
            onChange({ action, reason })
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  )
}

const Counted = (props: PartProps) => {
  const { t } = usePackageWords()
  const { visit, pending, isAllowed, onChange } = props
  const { use, packages } = visit
  if (!use) return null
  const sold = packages.find(({ id }) => id === use.packageId)
  return (
    <>
      {sold ? <Balance sold={sold} /> : null}
      <Hint role="status">{t(`visit.${use.state}`)}</Hint>
      <Row>
        <ByHand {...props} />
        <Button
          variant="subtle"
          loading={pending}
          disabled={!isAllowed}
          onClick={() => onChange({ action: 'takeOff' })}
        >
          {t('visit.takeOff')}
        </Button>
      </Row>
    </>
  )
}

/** What a visit does with a package of its patient, and the balance it is taken from. */
export const VisitPackage = ({ appointmentId, doctorId }: VisitPackageProps) => {
  const { t } = usePackageWords()
  const session = useSession()
  const { authPractice, authDoctor } = usePracticeSession()
  const { data: visit, isError } = useQuery(visitQuery(authPractice.id, appointmentId))
  const change = useChangeVisit(authPractice.id, appointmentId)
  if (isError) return <Hint>{t('visit.failed')}</Hint>
  if (!visit || (visit.use === null && visit.packages.length === 0)) return null
  const permission = permissionToCount(doctorId, authDoctor?.id ?? null)
  const part: PartProps = {
    visit,
    pending: change.isPending,
    isAllowed: obstacleFor(permission, session) === null,
    onChange: (wanted) => change.mutate(wanted),
  }
  return (
    <section className={calloutClass('plain', styles.visit)} aria-label={t('visit.title')}>
      <b>{t('visit.title')}</b>
      {visit.use ? <Counted {...part} /> : <Choice {...part} />}
    </section>
  )
}
