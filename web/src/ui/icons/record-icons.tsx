import { drawn } from './Icon.tsx'

export const FilterIcon = drawn(<path d="M4 6h16l-6 7v5l-4 2v-7z" />)

export const ListIcon = drawn(<path d="M9 7h11M9 12h11M9 17h11M4.5 7h.01M4.5 12h.01M4.5 17h.01" />)

export const LockIcon = drawn(
  <>
    <rect x="5" y="10.5" width="14" height="9.5" rx="2.5" />
    <path d="M8.5 10.500V8a3.5 3.5 0 0 1 7 0v2.500M12 14.500v1.5" />
  </>,
)

export const MoreIcon = drawn(<path d="M6 12h.01M12 12h.01M18 12h.01" strokeWidth="2.6" />)

export const PhoneIcon = drawn(
  <path d="M6.500 4h3l1.500 4-2 1.500a11 11 0 0 0 5.500 5.500l1.500-2 4 1.500v3a2 2 0 0 1-2.200 2A16 16 0 0 1 4.500 6.200 2 2 0 0 1 6.500 4z" />,
)
export const PlayIcon = drawn(<path d="M8 5.5v13l10.5-6.5z" />)
