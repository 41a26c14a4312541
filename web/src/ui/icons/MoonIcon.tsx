import { Icon, type IconProps } from './Icon.tsx'

export const MoonIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M19.5 14.500A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10z" />
  </Icon>
)
