import { Icon, type IconProps } from './Icon.tsx'

export const CheckCircleIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m8 12.3 2.8 2.7L16 9.5" />
  </Icon>
)
