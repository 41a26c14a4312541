import { Icon, type IconProps } from './Icon.tsx'

export const RepeatIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 11V9.500A3 3 0 0 1 7.5 6.500h11M16 4l2.5 2.500L16 9M19.5 13v1.500a3 3 0 0 1-3 3h-11M8 20l-2.5-2.500L8 15" />
  </Icon>
)
