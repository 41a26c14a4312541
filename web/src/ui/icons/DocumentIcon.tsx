import { Icon, type IconProps } from './Icon.tsx'

export const DocumentIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7 3.500h7l4.5 4.500v11a1.5 1.5 0 0 1-1.5 1.500H7A1.5 1.5 0 0 1 5.5 19V5A1.5 1.5 0 0 1 7 3.500z" />
    <path d="M13.5 3.500V8.500h5M8.5 13h7M8.5 16.500h5" />
  </Icon>
)
