import { createContext } from 'react'

/** Words for an error of the API, which blocks know nothing of: given by the page around them. */
export const ErrorWords = createContext<(error: unknown) => string>(() => '')
