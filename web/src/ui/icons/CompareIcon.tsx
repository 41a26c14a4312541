import { Icon, type IconProps } from './Icon.tsx'

export const CompareIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 3.500v17" />
    <rect x="3.5" y="6.5" width="17" height="11" rx="1.5" />
  </Icon>
)
