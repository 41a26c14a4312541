import { Icon, type IconProps } from './Icon.tsx'

export const LightIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="7.5" />
    <path d="M12 4.500v15M12 8h4M12 11h5.500M12 14h5M12 17h3" />
  </Icon>
)
