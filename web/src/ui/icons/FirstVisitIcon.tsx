import { Icon, type IconProps } from './Icon.tsx'

export const FirstVisitIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 3.5l2.200 5.300 5.800.5-4.400 3.700 1.400 5.5-5-3-5 3 1.400-5.5L4 9.300l5.800-.5z" />
  </Icon>
)
