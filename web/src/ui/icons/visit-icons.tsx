import { drawn } from './Icon.tsx'

export const CancelledIcon = drawn(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m6.2 6.2 11.6 11.6" />
  </>,
)

export const CircleIcon = drawn(<circle cx="12" cy="12" r="8" />)

export const DoorIcon = drawn(
  <path d="M6 20V5.5A1.5 1.5 0 0 1 7.5 4h9A1.5 1.5 0 0 1 18 5.5V20M3.5 20h17M14.5 12v1" />,
)
