import type { PackageStatus } from '@ulna/contract/session-packages/session-packages.states'
import { useTranslation } from 'react-i18next'
import { CheckIcon } from '../../ui/icons/base-icons.tsx'
import { ClockIcon } from '../../ui/icons/other-icons.tsx'
import { CheckCircleIcon } from '../../ui/icons/shared-icons.tsx'
import { CancelledIcon } from '../../ui/icons/visit-icons.tsx'
import { Pill } from '../../ui/pills/Pill.tsx'

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
