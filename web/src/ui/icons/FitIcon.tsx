import { Icon, type IconProps } from './Icon.tsx'

export const FitIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 9V5.500A1.500 1.500 0 0 1 5.500 4H9M15 4h3.500A1.500 1.500 0 0 1 20 5.500V9M20 15v3.500a1.500 1.500 0 0 1-1.500 1.500H15M9 20H5.500A1.500 1.500 0 0 1 4 18.500V15" />
  </Icon>
)
