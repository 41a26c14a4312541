import { Icon, type IconProps } from './Icon.tsx'

export const OverlapIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="3.5" y="5" width="11" height="11" rx="2.5" />
    <path d="M17.5 8.5a3 3 0 0 1 3 3V17a3 3 0 0 1-3 3H12a3 3 0 0 1-3-3" />
  </Icon>
)
