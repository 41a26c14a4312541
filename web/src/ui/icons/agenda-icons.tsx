import { drawn } from './Icon.tsx'

export const DetachedIcon = drawn(
  <path d="M4.5 11V9.5A3 3 0 0 1 7.5 6.5h3M16 4l2.5 2.5L16 9M14.5 6.5h4M19.5 13v1.5a3 3 0 0 1-3 3h-3M8 20l-2.5-2.5L8 15M9.5 17.5h-4" />,
)

export const FirstVisitIcon = drawn(
  <path d="M12 3.5l2.200 5.300 5.800.5-4.400 3.700 1.400 5.5-5-3-5 3 1.400-5.5L4 9.300l5.800-.5z" />,
)

export const LateIcon = drawn(
  <path d="M20.300 10.5A8.5 8.5 0 1 0 14 20.300M12 7.5V12l2.5 1.700M19 14v3.5M19 20.400v.1" />,
)

export const OverlapIcon = drawn(
  <>
    <rect x="3.5" y="5" width="11" height="11" rx="2.5" />
    <path d="M17.5 8.5a3 3 0 0 1 3 3V17a3 3 0 0 1-3 3H12a3 3 0 0 1-3-3" />
  </>,
)

export const RepeatIcon = drawn(
  <path d="M4.5 11V9.500A3 3 0 0 1 7.5 6.500h11M16 4l2.5 2.500L16 9M19.5 13v1.500a3 3 0 0 1-3 3h-11M8 20l-2.5-2.500L8 15" />,
)
