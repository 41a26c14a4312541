import { drawn } from './Icon.tsx'

export const CameraIcon = drawn(
  <>
    <path d="M4 8.500A1.5 1.5 0 0 1 5.5 7H8l1.5-2.500h5L16 7h2.500A1.5 1.5 0 0 1 20 8.500V18a1.5 1.5 0 0 1-1.5 1.500h-13A1.5 1.5 0 0 1 4 18z" />
    <circle cx="12" cy="13" r="3.5" />
  </>,
)

export const ClockIcon = drawn(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.500V12l3 2" />
  </>,
)

export const EditIcon = drawn(<path d="m5 19 .8-3.800L16 5l3 3L8.8 18.200zM14 7l3 3" />)

export const KeyIcon = drawn(
  <>
    <circle cx="8" cy="15.5" r="4.5" />
    <path d="m11.2 12.3 8.3-8.3M16 7.5l3 3M13.5 10l2 2" />
  </>,
)

export const ModulesIcon = drawn(
  <>
    <rect x="4" y="4" width="7" height="7" rx="2" />
    <rect x="4" y="13.500" width="7" height="6.500" rx="2" />
    <rect x="13.500" y="13.500" width="6.500" height="6.500" rx="2" />
    <path d="M17 4v7M13.500 7.500h7" />
  </>,
)

export const PauseIcon = drawn(<path d="M9 6v12M15 6v12" />)

export const PersonIcon = drawn(
  <>
    <circle cx="12" cy="8" r="3.75" />
    <path d="M4.500 20c.6-4 3.700-6 7.500-6s6.900 2 7.500 6" />
  </>,
)

export const ProfileIcon = drawn(
  <>
    <rect x="3.500" y="5" width="17" height="14" rx="2.5" />
    <circle cx="9" cy="11" r="2" />
    <path d="M5.800 16c.4-1.600 1.600-2.400 3.200-2.400s2.800.8 3.200 2.400M15 10h3M15 13.500h3" />
  </>,
)

export const UploadIcon = drawn(<path d="M12 15V4M7.500 8.500L12 4l4.500 4.500M5 19.500h14" />)
