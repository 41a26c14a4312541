import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServer } from 'node:tls'

export interface TlsPage {
  readonly port: number
  /** When its certificate ends, to the second. */
  readonly endsAt: string
  close(): Promise<void>
}

/** Somebody who answers TLS on this machine with a certificate of their own making that ends in so many days. */
export const openTlsPage = async (days: number): Promise<TlsPage> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ulna-tls-'))
  const openssl = (...given: readonly string[]): string =>
    execFileSync('openssl', given, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  openssl(
    ...[
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-subj',
      '/CN=localhost',
    ],
    ...['-keyout', 'key.pem', '-out', 'own.pem', '-days', String(days)],
  )
  const end = openssl('x509', '-in', 'own.pem', '-noout', '-enddate').trim().replace('notAfter=', '')
  const [key, cert] = ['key.pem', 'own.pem'].map((name) => readFileSync(path.join(folder, name)))
  rmSync(folder, { recursive: true })
  const server = createServer({ key, cert })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    endsAt: new Date(end).toISOString(),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}
