import { Icon, type IconProps } from './Icon.tsx'

export const MedicalHistoryIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5.5 4.500h13v15h-13z" />
    <path d="M9 4.500v15M12.5 9h3M12.5 12.500h3" />
  </Icon>
)
