/** Answers name whole seconds and take a moment to come: less than this says nothing about the device's clock. */
const leastSkew = 60_000

let skew = 0

/** Keeps how far the server's clock is ahead of the device's (milliseconds, negative where it is behind). */
export const noteClockSkew = (measured: number): void => {
  skew = Math.abs(measured) < leastSkew ? 0 : measured
}

/**
 * The current time in milliseconds since 1970, by the server's clock as its last answer told it: on a device whose clock
 * is a day wrong, today is still the practice's day (promises.md H12).
 */
export const serverNow = (): number => Date.now() + skew
