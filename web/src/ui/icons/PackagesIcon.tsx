import { Icon, type IconProps } from './Icon.tsx'

export const PackagesIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3.5 6.5h17v3.4a2.2 2.2 0 0 0 0 4.2v3.4h-17v-3.4a2.2 2.2 0 0 0 0-4.2zM14 6.5v2M14 11v2M14 15.5v2" />
  </Icon>
)
