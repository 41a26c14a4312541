import { drawn } from './Icon.tsx'

export const CompareIcon = drawn(
  <>
    <path d="M12 3.500v17" />
    <rect x="3.5" y="6.5" width="17" height="11" rx="1.5" />
  </>,
)

export const DownloadIcon = drawn(<path d="M12 4v11M7.500 10.500L12 15l4.500-4.500M5 19.500h14" />)

export const FitIcon = drawn(
  <path d="M4 9V5.500A1.500 1.500 0 0 1 5.500 4H9M15 4h3.500A1.500 1.500 0 0 1 20 5.500V9M20 15v3.500a1.500 1.500 0 0 1-1.500 1.500H15M9 20H5.500A1.500 1.500 0 0 1 4 18.500V15" />,
)

export const HistoryIcon = drawn(
  <path d="M4.5 12a7.5 7.5 0 1 0 2.2-5.300L4.5 9M4.5 4.500V9H9M12 8v4.300l2.8 1.7" />,
)

export const LightIcon = drawn(
  <>
    <circle cx="12" cy="12" r="7.5" />
    <path d="M12 4.500v15M12 8h4M12 11h5.500M12 14h5M12 17h3" />
  </>,
)

export const TurnIcon = drawn(<path d="M18.500 8A7.500 7.500 0 1 0 19.500 13M19 4v4.500h-4.500" />)

export const ZoomInIcon = drawn(
  <>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="M15 15l5 5M10.5 8v5M8 10.500h5" />
  </>,
)

export const ZoomOutIcon = drawn(
  <>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="M15 15l5 5M8 10.500h5" />
  </>,
)
