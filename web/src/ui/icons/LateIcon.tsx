import { Icon, type IconProps } from './Icon.tsx'

export const LateIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M20.300 10.5A8.5 8.5 0 1 0 14 20.300" />
    <path d="M12 7.5V12l2.5 1.700M19 14v3.5M19 20.400v.1" />
  </Icon>
)
