import { Icon, type IconProps } from './Icon.tsx'

export const CloudCheckIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7 18.5a4 4 0 0 1-.5-8 5.5 5.5 0 0 1 10.7 1.200A3.5 3.5 0 0 1 17 18.500z" />
    <path d="m9.5 13.7 1.9 1.9 3.3-3.6" />
  </Icon>
)
