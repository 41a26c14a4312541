import { appUrlAt, type Config } from '../config.ts'

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

type Warned = Pick<Config, 'captcha' | 'rateLimits' | 'appUrl' | 'port' | 'trustedProxies' | 'operators'>

/** A server that others reach has somebody who looks after it. */
const operatorWarnings = (config: Warned): string[] => {
  const { hostname } = new URL(appUrlAt(config, config.port))
  if (config.operators.length > 0 || loopbackNames.includes(hostname)) return []
  return [
    'OPERATORS names nobody: nobody is told when a backup fails. Give it the mail address of your account.',
  ]
}

const addressWarnings = (config: Warned): string[] => {
  const { protocol, hostname } = new URL(appUrlAt(config, config.port))
  if (protocol === 'http:' && !loopbackNames.includes(hostname)) {
    return [
      'APP_URL is not https: browsers will not keep the session cookie, and health data would travel in clear.',
    ]
  }
  if (protocol === 'https:' && config.trustedProxies === 0) {
    return [
      'APP_URL is https and TRUST_PROXY is 0: to limits, access rules and the audit trail everybody comes from the address of the proxy. Set TRUST_PROXY to the number of proxies in front.',
    ]
  }
  return []
}

/** What weakens an installation, for whoever starts it to see. */
export const startWarnings = (config: Warned): string[] => [
  ...(config.captcha ? [] : ['CAPTCHA is off: only for automated tests and benchmarks.']),
  ...(config.rateLimits ? [] : ['RATE_LIMITS is off: only for automated tests and benchmarks.']),
  ...addressWarnings(config),
  ...operatorWarnings(config),
]
