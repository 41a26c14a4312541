import { Icon, type IconProps } from './Icon.tsx'

export const LockIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="5" y="10.5" width="14" height="9.5" rx="2.5" />
    <path d="M8.5 10.500V8a3.5 3.5 0 0 1 7 0v2.500M12 14.500v1.5" />
  </Icon>
)
