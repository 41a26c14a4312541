import { Icon, type IconProps } from './Icon.tsx'

export const ModulesIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="4" y="4" width="7" height="7" rx="2" />
    <rect x="4" y="13.500" width="7" height="6.500" rx="2" />
    <rect x="13.500" y="13.500" width="6.500" height="6.500" rx="2" />
    <path d="M17 4v7M13.500 7.500h7" />
  </Icon>
)
