import { Icon, type IconProps } from './Icon.tsx'

export const TurnIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M18.500 8A7.500 7.500 0 1 0 19.500 13M19 4v4.500h-4.500" />
  </Icon>
)
