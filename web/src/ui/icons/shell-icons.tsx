import { drawn } from './Icon.tsx'

export const MoonIcon = drawn(<path d="M19.5 14.500A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10z" />)

export const SettingsIcon = drawn(
  <>
    <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
    <circle cx="15" cy="7" r="2" />
    <circle cx="9" cy="17" r="2" />
  </>,
)

export const SignOutIcon = drawn(
  <path d="M13.5 4.500H6A1.5 1.5 0 0 0 4.5 6v12A1.5 1.5 0 0 0 6 19.500h7.500M10 12h10M16.5 8.5 20 12l-3.5 3.5" />,
)

export const SwitchIcon = drawn(<path d="m8 9 4-4 4 4M8 15l4 4 4-4" />)

export const SystemIcon = drawn(
  <>
    <rect x="3.5" y="4.5" width="17" height="11.5" rx="2" />
    <path d="M9 20h6M12 16v4" />
  </>,
)

export const TodayIcon = drawn(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" />
  </>,
)
