import { Icon, type IconProps } from './Icon.tsx'

export const EyeOffIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 5.800A9 9 0 0 1 12 5.500c6 0 9.5 6.5 9.5 6.500a16 16 0 0 1-3 3.700M6.3 7.300A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.500a9 9 0 0 0 4.2-1M4 4l16 16M9.9 9.900a3 3 0 0 0 4.2 4.2" />
  </Icon>
)
