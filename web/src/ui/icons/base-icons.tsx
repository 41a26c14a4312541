import { drawn } from './Icon.tsx'

export const AlertIcon = drawn(<path d="M12 4.5 3.5 19h17zM12 10.5v3.5M12 16.6v.1" />)

export const CheckIcon = drawn(<path d="m5 12.5 4.5 4.5L19 7.5" />)

export const CloseIcon = drawn(<path d="m6.5 6.5 11 11M17.5 6.500l-11 11" />)

export const EyeIcon = drawn(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="3" />
  </>,
)

export const EyeOffIcon = drawn(
  <path d="M10 5.800A9 9 0 0 1 12 5.500c6 0 9.5 6.5 9.5 6.500a16 16 0 0 1-3 3.700M6.3 7.300A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.500a9 9 0 0 0 4.2-1M4 4l16 16M9.9 9.900a3 3 0 0 0 4.2 4.2" />,
)
