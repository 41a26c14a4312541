import { Icon, type IconProps } from './Icon.tsx'

export const CancelledIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m6.2 6.2 11.6 11.6" />
  </Icon>
)
