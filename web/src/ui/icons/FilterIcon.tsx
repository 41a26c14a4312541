import { Icon, type IconProps } from './Icon.tsx'

export const FilterIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 6h16l-6 7v5l-4 2v-7z" />
  </Icon>
)
