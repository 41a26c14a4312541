import { Icon, type IconProps } from './Icon.tsx'

export const ListIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M9 7h11M9 12h11M9 17h11M4.5 7h.01M4.5 12h.01M4.5 17h.01" />
  </Icon>
)
