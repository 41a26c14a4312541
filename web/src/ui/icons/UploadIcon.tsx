import { Icon, type IconProps } from './Icon.tsx'

export const UploadIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 15V4M7.500 8.500L12 4l4.500 4.500M5 19.500h14" />
  </Icon>
)
