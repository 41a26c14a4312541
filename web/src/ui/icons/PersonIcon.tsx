import { Icon, type IconProps } from './Icon.tsx'

export const PersonIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="8" r="3.75" />
    <path d="M4.500 20c.6-4 3.700-6 7.500-6s6.900 2 7.500 6" />
  </Icon>
)
