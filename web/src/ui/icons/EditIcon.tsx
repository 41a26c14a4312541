import { Icon, type IconProps } from './Icon.tsx'

export const EditIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m5 19 .8-3.800L16 5l3 3L8.8 18.200z" />
    <path d="m14 7 3 3" />
  </Icon>
)
