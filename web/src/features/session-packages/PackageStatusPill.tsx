import type { PackageStatus } from '@ulna/contract/session-packages/session-packages.states'
import { useTranslation } from 'react-i18next'
import { CancelledIcon } from '../../ui/icons/CancelledIcon.tsx'
import { CheckCircleIcon } from '../../ui/icons/CheckCircleIcon.tsx'
import { CheckIcon } from '../../ui/icons/CheckIcon.tsx'
import { ClockIcon } from '../../ui/icons/ClockIcon.tsx'
import { Pill } from '../../ui/Pill.tsx'

const looks = {
  active: { tone: 'accent', Icon: CheckCircleIcon },
  completed: { tone: 'good', Icon: CheckIcon },
  expired: { tone: 'bad', Icon: ClockIcon },
  cancelled: { tone: 'neutral', Icon: CancelledIcon },
} as const

export const PackageStatusPill = ({ status }: { status: PackageStatus }) => {
  const { t } = useTranslation('sessionPackage')
  const { tone, Icon } = looks[status]
  return (
    <Pill tone={tone} icon={<Icon size={15} />}>
      {t(`status.${status}`)}
    </Pill>
  )
}
