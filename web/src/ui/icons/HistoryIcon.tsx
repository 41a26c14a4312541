import { Icon, type IconProps } from './Icon.tsx'

export const HistoryIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 12a7.5 7.5 0 1 0 2.2-5.300L4.5 9" />
    <path d="M4.5 4.500V9H9M12 8v4.300l2.8 1.7" />
  </Icon>
)
