import { Icon, type IconProps } from './Icon.tsx'

export const ArrowLeftIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M20 12H4.500M10.5 6l-6 6 6 6" />
  </Icon>
)
