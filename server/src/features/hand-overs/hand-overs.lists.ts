import * as z from 'zod/mini'

const wrong = (input: unknown) => ({ code: 'custom', input, message: 'another shape' }) as const

/** Looks at one after the other, and stops at the first that is wrong. */
const each =
  <T extends z.ZodMiniType>(shape: T) =>
  (items: unknown[], { issues }: z.core.ParsePayload): z.output<T>[] => {
    const read: z.output<T>[] = []
    for (const input of items) {
      const { success, data } = shape.safeParse(input)
      if (!success) issues.push(wrong(input))
      if (!success) break
      read.push(data as z.output<T>)
    }
    return read
  }

/** A list of at most so many. A schema tells of every entry that is wrong, and of a million of them it could not even say so. */
export const listOf = <T extends z.ZodMiniType>(shape: T, most: number) =>
  z.pipe(z.array(z.unknown()).check(z.maxLength(most)), z.transform(each(shape)))

/** Entries by what they are called, at most so many. */
export const byPath = <T extends z.ZodMiniType>(shape: T, most: number) =>
  z.pipe(
    z.record(z.string(), z.unknown()).check(z.refine((named) => Object.keys(named).length <= most)),
    z.transform((named: Record<string, unknown>, payload): Record<string, z.output<T>> => {
      const read = each(shape)(Object.values(named), payload)
      return Object.fromEntries(Object.keys(named).map((path, index) => [path, read[index] as z.output<T>]))
    }),
  )
