import { Icon, type IconProps } from './Icon.tsx'

export const CloudOffIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7 18.5a4 4 0 0 1-.5-8M10 7.2a5.5 5.5 0 0 1 7.2 4.500A3.5 3.5 0 0 1 19.5 17M4 4l16 16M7 18.500h9.5" />
  </Icon>
)
