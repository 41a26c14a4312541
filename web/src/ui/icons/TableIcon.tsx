import { Icon, type IconProps } from './Icon.tsx'

export const TableIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="4" y="5" width="16" height="14" rx="2" />
    <path d="M4 10h16M4 14.500h16M10 5v14" />
  </Icon>
)
