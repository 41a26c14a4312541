import { Icon, type IconProps } from './Icon.tsx'

export const ZoomInIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="M15 15l5 5M10.5 8v5M8 10.500h5" />
  </Icon>
)
