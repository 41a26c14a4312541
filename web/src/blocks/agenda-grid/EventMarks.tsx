import type { ReactNode } from 'react'
import { AlertIcon } from '../../ui/icons/AlertIcon.tsx'
import { DetachedIcon } from '../../ui/icons/DetachedIcon.tsx'
import { DocumentIcon } from '../../ui/icons/DocumentIcon.tsx'
import { FirstVisitIcon } from '../../ui/icons/FirstVisitIcon.tsx'
import type { IconProps } from '../../ui/icons/Icon.tsx'
import { LateIcon } from '../../ui/icons/LateIcon.tsx'
import { OverlapIcon } from '../../ui/icons/OverlapIcon.tsx'
import { RepeatIcon } from '../../ui/icons/RepeatIcon.tsx'
import type { EventMark } from './agenda-marks.ts'

const icons: Readonly<Record<EventMark, (props: IconProps) => ReactNode>> = {
  alert: AlertIcon,
  first: FirstVisitIcon,
  late: LateIcon,
  written: DocumentIcon,
  overlap: OverlapIcon,
  detached: DetachedIcon,
  series: RepeatIcon,
}

/** The icon of a mark; its word stands in the name of the card, in the list and beside it in the legend. */
export const MarkIcon = ({ mark, size = 14 }: { mark: EventMark; size?: number }) => {
  const Icon = icons[mark]
  return <Icon size={size} />
}
