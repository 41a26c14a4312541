import { drawn } from './Icon.tsx'

export const AwayIcon = drawn(
  <>
    <rect x="4" y="5" width="16" height="15" rx="3" />
    <path d="M4 10h16M8.5 3v4M15.5 3v4M9.5 13l5 4M14.5 13l-5 4" />
  </>,
)

export const CalendarIcon = drawn(
  <>
    <rect x="4" y="5" width="16" height="15" rx="3" />
    <path d="M4 10h16M8.5 3v4M15.5 3v4" />
  </>,
)

export const CheckCircleIcon = drawn(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m8 12.3 2.8 2.7L16 9.5" />
  </>,
)

export const ChevronDownIcon = drawn(<path d="m6 9.5 6 6 6-6" />)

export const ChevronLeftIcon = drawn(<path d="m14.5 6-6 6 6 6" />)

export const ChevronRightIcon = drawn(<path d="m9.5 6 6 6-6 6" />)

export const DocumentIcon = drawn(
  <path d="M7 3.500h7l4.5 4.500v11a1.5 1.5 0 0 1-1.5 1.500H7A1.5 1.5 0 0 1 5.5 19V5A1.5 1.5 0 0 1 7 3.500zM13.5 3.500V8.500h5M8.5 13h7M8.5 16.500h5" />,
)

export const MailIcon = drawn(
  <>
    <rect x="3.5" y="5.5" width="17" height="13" rx="2.5" />
    <path d="m4.500 7.500 7.500 5.500 7.500-5.500" />
  </>,
)

export const PackagesIcon = drawn(
  <path d="M3.5 6.5h17v3.4a2.2 2.2 0 0 0 0 4.2v3.4h-17v-3.4a2.2 2.2 0 0 0 0-4.2zM14 6.5v2M14 11v2M14 15.5v2" />,
)

export const PatientsIcon = drawn(
  <>
    <circle cx="9" cy="8.5" r="3.5" />
    <path d="M3 19.5c.6-3.4 3-5 6-5s5.4 1.6 6 5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M17.5 14.8c2 .7 3.2 2.3 3.5 4.7" />
  </>,
)

export const PlusIcon = drawn(<path d="M12 5v14M5 12h14" />)

export const PrintIcon = drawn(
  <path d="M7.5 8.5v-5h9v5M7.5 17H5.5A1.5 1.5 0 0 1 4 15.5v-5.5A1.5 1.5 0 0 1 5.5 8.5h13a1.5 1.5 0 0 1 1.5 1.5v5.5a1.5 1.5 0 0 1-1.5 1.5h-2M7.5 14h9v6.5h-9z" />,
)

export const SearchIcon = drawn(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4 4" />
  </>,
)
