import type { ReactNode } from 'react'
import {
  DetachedIcon,
  FirstVisitIcon,
  LateIcon,
  OverlapIcon,
  RepeatIcon,
} from '../../../ui/icons/agenda-icons.tsx'
import { AlertIcon } from '../../../ui/icons/base-icons.tsx'
import type { IconProps } from '../../../ui/icons/Icon.tsx'
import { DocumentIcon } from '../../../ui/icons/shared-icons.tsx'
import type { AppointmentMark } from '../parts/agenda-marks.ts'

const icons: Readonly<Record<AppointmentMark, (props: IconProps) => ReactNode>> = {
  alert: AlertIcon,
  first: FirstVisitIcon,
  late: LateIcon,
  written: DocumentIcon,
  overlap: OverlapIcon,
  detached: DetachedIcon,
  series: RepeatIcon,
}

/** The icon of a mark; its word stands in the name of the card, in the list and beside it in the legend. */
export const MarkIcon = ({ mark, size = 14 }: { mark: AppointmentMark; size?: number }) => {
  const Icon = icons[mark]
  return <Icon size={size} />
}
