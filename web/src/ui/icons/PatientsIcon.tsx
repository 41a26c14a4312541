import { Icon, type IconProps } from './Icon.tsx'

export const PatientsIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="9" cy="8.5" r="3.5" />
    <path d="M3 19.5c.6-3.4 3-5 6-5s5.4 1.6 6 5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M17.5 14.8c2 .7 3.2 2.3 3.5 4.7" />
  </Icon>
)
