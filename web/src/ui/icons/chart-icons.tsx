import { drawn } from './Icon.tsx'

export const EnlargeIcon = drawn(
  <path d="M14 4.500h5.500V10M19.5 4.500l-6.5 6.500M10 19.500H4.500V14M4.5 19.500l6.500-6.500" />,
)

export const FlipIcon = drawn(
  <path d="M4.5 9.500h12a3 3 0 0 1 0 6h-9M8 6L4.500 9.500L8 13M10 19l-2.500-3.500L10 12.500" />,
)

export const UndoIcon = drawn(<path d="M8.5 5L4.500 9l4 4M5 9h9a5 5 0 0 1 0 10h-3" />)
