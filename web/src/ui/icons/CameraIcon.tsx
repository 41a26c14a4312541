import { Icon, type IconProps } from './Icon.tsx'

export const CameraIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 8.500A1.5 1.5 0 0 1 5.5 7H8l1.5-2.500h5L16 7h2.500A1.5 1.5 0 0 1 20 8.500V18a1.5 1.5 0 0 1-1.5 1.500h-13A1.5 1.5 0 0 1 4 18z" />
    <circle cx="12" cy="13" r="3.5" />
  </Icon>
)
