import { Icon, type IconProps } from './Icon.tsx'

export const PrintIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7.5 8.5v-5h9v5M7.5 17H5.5A1.5 1.5 0 0 1 4 15.5v-5.5A1.5 1.5 0 0 1 5.5 8.5h13a1.5 1.5 0 0 1 1.5 1.5v5.5a1.5 1.5 0 0 1-1.5 1.5h-2" />
    <path d="M7.5 14h9v6.5h-9z" />
  </Icon>
)
