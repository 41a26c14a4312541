import { ConfigError, read, readHost, readInteger, type Variables } from './variables.ts'

/** How what is measured is asked for; nobody can where neither is said. */
export interface MetricsSettings {
  /** A port of its own, and where it listens. */
  readonly port: number | undefined
  readonly host: string
  /** What a caller of `/metrics` brings. */
  readonly token: string | undefined
}

export const readMetrics = (variables: Variables): MetricsSettings => {
  const token = read(variables, 'METRICS_TOKEN')
  if (token !== undefined && token.length < 16)
    throw new ConfigError('METRICS_TOKEN is shorter than 16 characters.')
  return {
    port:
      read(variables, 'METRICS_PORT') === undefined
        ? undefined
        : readInteger(variables, 'METRICS_PORT', 0, 65_535),
    host: readHost(variables, 'METRICS_HOST'),
    token,
  }
}
