import { Icon, type IconProps } from './Icon.tsx'

export const CloseIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m6.5 6.5 11 11M17.5 6.500l-11 11" />
  </Icon>
)
