import { Icon, type IconProps } from './Icon.tsx'

export const CaseIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="4.5" y="4.5" width="15" height="15" rx="3.5" />
    <path d="M12 9v6M9 12h6" />
  </Icon>
)
