import { Icon, type IconProps } from './Icon.tsx'

export const AlertIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 4.5 3.5 19h17z" />
    <path d="M12 10.5v3.5M12 16.6v.1" />
  </Icon>
)
