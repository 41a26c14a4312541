/**
 * A typed number, with comma or point. Empty is null; a text that is no number comes back as it is, so that
 * validation can name the fault and nothing typed is lost.
 */
export const parseNumberText = (text: string): number | string | null => {
  const typed = text.trim()
  if (typed === '') return null
  const number = Number(typed.replace(',', '.'))
  return Number.isFinite(number) && /^[-+]?(\d+|\d*[.,]\d+)$/.test(typed) ? number : text
}

/** The text of a stored number in the language's own decimal sign. */
export const numberText = (value: unknown, language: string): string => {
  if (typeof value === 'string') return value
  if (typeof value !== 'number') return ''
  return new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 }).format(value)
}
