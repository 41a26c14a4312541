import { Icon, type IconProps } from './Icon.tsx'

export const DoorIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 20V5.5A1.5 1.5 0 0 1 7.5 4h9A1.5 1.5 0 0 1 18 5.5V20M3.5 20h17M14.5 12v1" />
  </Icon>
)
