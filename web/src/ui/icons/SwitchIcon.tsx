import { Icon, type IconProps } from './Icon.tsx'

export const SwitchIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m8 9 4-4 4 4M8 15l4 4 4-4" />
  </Icon>
)
