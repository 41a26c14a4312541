import { Icon, type IconProps } from './Icon.tsx'

export const AwayIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="4" y="5" width="16" height="15" rx="3" />
    <path d="M4 10h16M8.5 3v4M15.5 3v4M9.5 13l5 4M14.5 13l-5 4" />
  </Icon>
)
