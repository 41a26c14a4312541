import { Icon, type IconProps } from './Icon.tsx'

export const DetachedIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 11V9.5A3 3 0 0 1 7.5 6.5h3M16 4l2.5 2.5L16 9M14.5 6.5h4M19.5 13v1.5a3 3 0 0 1-3 3h-3M8 20l-2.5-2.5L8 15M9.5 17.5h-4" />
  </Icon>
)
