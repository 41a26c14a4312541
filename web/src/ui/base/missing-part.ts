/** Name of the error of a part of the page that could not be fetched: given by whoever hears of it first. */
const missingPart = 'MissingPartError'

/** Gives such an error its name, and words that nobody takes for a reason to reload the page by himself. */
export const nameMissingPart = (error: Error): void => {
  error.name = missingPart
  error.message = `A part of the page could not be fetched: ${error.message}`
}

export const isMissingPart = (error: unknown): boolean => error instanceof Error && error.name === missingPart
