import { Icon, type IconProps } from './Icon.tsx'

export const ProfileIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="3.500" y="5" width="17" height="14" rx="2.5" />
    <circle cx="9" cy="11" r="2" />
    <path d="M5.800 16c.4-1.600 1.600-2.400 3.200-2.400s2.800.8 3.200 2.400M15 10h3M15 13.500h3" />
  </Icon>
)
