import { drawn } from './Icon.tsx'

export const ArrowLeftIcon = drawn(<path d="M20 12H4.500M10.5 6l-6 6 6 6" />)

export const CaseIcon = drawn(
  <>
    <rect x="4.5" y="4.5" width="15" height="15" rx="3.5" />
    <path d="M12 9v6M9 12h6" />
  </>,
)

export const CloudCheckIcon = drawn(
  <path d="M7 18.5a4 4 0 0 1-.5-8 5.5 5.5 0 0 1 10.7 1.200A3.5 3.5 0 0 1 17 18.500zM9.5 13.7l1.9 1.9 3.3-3.6" />,
)

export const CloudIcon = drawn(
  <path d="M7 18.5a4 4 0 0 1-.5-8 5.5 5.5 0 0 1 10.7 1.200A3.5 3.5 0 0 1 17 18.500z" />,
)

export const CloudOffIcon = drawn(
  <path d="M7 18.5a4 4 0 0 1-.5-8M10 7.2a5.5 5.5 0 0 1 7.2 4.500A3.5 3.5 0 0 1 19.5 17M4 4l16 16M7 18.500h9.5" />,
)

export const MedicalHistoryIcon = drawn(<path d="M5.5 4.500h13v15h-13zM9 4.500v15M12.5 9h3M12.5 12.500h3" />)

export const ProgressIcon = drawn(<path d="M4 4v16h16M8 15l4-5 3 3 5-7" />)

export const TableIcon = drawn(
  <>
    <rect x="4" y="5" width="16" height="14" rx="2" />
    <path d="M4 10h16M4 14.500h16M10 5v14" />
  </>,
)

export const UnlockIcon = drawn(
  <>
    <rect x="5" y="10.5" width="14" height="9.5" rx="2.5" />
    <path d="M8.5 10.500V8a3.5 3.5 0 0 1 6.8-1.200M12 14.500v1.5" />
  </>,
)
