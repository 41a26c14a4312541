const day = 24 * 60 * 60_000

/**
 * True for a record that was dated by its day: the server puts it at noon UTC, to the millisecond, which no clock is
 * when somebody saves. Its hour means nothing and is not shown.
 */
export const isDatedByDay = ({ date }: { date: string }): boolean => Date.parse(date) % day === day / 2
