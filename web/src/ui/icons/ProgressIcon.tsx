import { Icon, type IconProps } from './Icon.tsx'

export const ProgressIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 4v16h16" />
    <path d="m8 15 4-5 3 3 5-7" />
  </Icon>
)
