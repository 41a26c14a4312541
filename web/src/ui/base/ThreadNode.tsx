import { CheckIcon, CloseIcon } from '../icons/base-icons.tsx'
import type { IconProps } from '../icons/Icon.tsx'
import { classNames } from './class-names.ts'
import styles from './ThreadNode.module.css'

/** A node's shape says the state without colour: done, unsigned, planned, did not happen, other, a case opens. */
export type NodeShape = 'done' | 'open' | 'planned' | 'void' | 'plain' | 'case'

export interface ThreadNodeProps {
  shape: NodeShape
  /** For `plain` and `case`: what the node holds. */
  Icon?: (props: IconProps) => React.ReactNode
  className?: string | undefined
}

export const ThreadNode = ({ shape, Icon, className }: ThreadNodeProps) => (
  <span className={classNames(styles.node, styles[shape], className)} aria-hidden="true">
    {shape === 'done' && <CheckIcon size={12} />}
    {shape === 'void' && <CloseIcon size={12} />}
    {Icon && <Icon size={shape === 'case' ? 16 : 12} />}
  </span>
)
