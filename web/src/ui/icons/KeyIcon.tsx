import { Icon, type IconProps } from './Icon.tsx'

export const KeyIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="8" cy="15.5" r="4.5" />
    <path d="m11.2 12.3 8.3-8.3M16 7.5l3 3M13.5 10l2 2" />
  </Icon>
)
