import { Icon, type IconProps } from './Icon.tsx'

export const MailIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="3.5" y="5.5" width="17" height="13" rx="2.5" />
    <path d="m4.500 7.500 7.500 5.500 7.500-5.500" />
  </Icon>
)
