const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A number of bytes as people say it: 812 kB, 4.2 MB. */
export const sizeText = (bytes: number, language: string): string => {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value)
}
