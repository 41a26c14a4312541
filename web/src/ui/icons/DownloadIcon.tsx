import { Icon, type IconProps } from './Icon.tsx'

export const DownloadIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 4v11M7.500 10.500L12 15l4.500-4.500M5 19.500h14" />
  </Icon>
)
