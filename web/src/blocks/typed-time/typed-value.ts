/** How a field reads what is typed into it. Values are texts; the empty one says nothing. */
export interface TypedReading {
  /** What is shown for a value. */
  readonly textOf: (value: string) => string
  /** Whether this is a value, and not a text that says none. */
  readonly isValue: (value: string) => boolean
  /**
   * The one value that a text says; undefined when it says none, or may still become another. Whoever has left the field
   * is done: what is short for a value is read as well then.
   */
  readonly read: (text: string, isLeft: boolean) => string | undefined
}

/** A field that is typed into: what stands in it, and what the form was told that it says. */
export interface TypedField {
  readonly text: string
  /** A value, nothing, or the very text, which is none: no form takes that for a value. */
  readonly value: string
  /** Somebody typed or picked what stands here; it did not come from the form. */
  readonly isTyped: boolean
  /** Nobody is typing: what is wrong may be said. */
  readonly isLeft: boolean
}

export const fieldOf = (value: string, { isValue, textOf }: TypedReading): TypedField => ({
  text: isValue(value) ? textOf(value) : value,
  value,
  isTyped: false,
  isLeft: true,
})

/** Like a value, and yet none that the field takes (`2062-05-12` of a birth): a space tells it from one. */
const asNone = (text: string, { isValue }: TypedReading): string => (isValue(text) ? `${text} ` : text)

const valueIn = (text: string, isLeft: boolean, reading: TypedReading): string =>
  text.trim() === '' ? '' : (reading.read(text, isLeft) ?? asNone(text, reading))

export const afterTyping = (text: string, reading: TypedReading): TypedField => ({
  text,
  value: valueIn(text, false, reading),
  isTyped: true,
  isLeft: false,
})

/** Somebody has left the field: a value is written out, so that they see what was understood; all else stays as it is. */
export const afterLeaving = (field: TypedField, reading: TypedReading): TypedField => {
  if (!field.isTyped) return field
  const value = valueIn(field.text, true, reading)
  return { ...field, value, text: reading.isValue(value) ? reading.textOf(value) : field.text, isLeft: true }
}

export const afterPicking = (value: string, reading: TypedReading): TypedField => ({
  ...fieldOf(value, reading),
  isTyped: true,
})
