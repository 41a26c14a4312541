import { Icon, type IconProps } from './Icon.tsx'

export const SignOutIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M13.5 4.500H6A1.5 1.5 0 0 0 4.5 6v12A1.5 1.5 0 0 0 6 19.500h7.500M10 12h10M16.5 8.5 20 12l-3.5 3.5" />
  </Icon>
)
