import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { repositoryRoot } from '../../build-test-app.ts'
import { freePort, Program } from './program.ts'

/**
 * The proxy that is given along (deploy/proxy/haproxy.cfg) in front of processes at these ports. Without certificates, which
 * scripts/deploying/https.test.mjs tries.
 */
export const startBalancer = async (
  directory: string,
  [first, second, third]: readonly number[],
): Promise<{ readonly baseUrl: string; end(): Promise<void> }> => {
  const [port, httpPort] = [await freePort(), await freePort()]
  const given = await readFile(path.join(repositoryRoot, 'deploy/proxy/haproxy.cfg'), 'utf8')
  const file = path.join(directory, 'haproxy.cfg')
  await writeFile(file, given.replace(/ ssl crt .*$/m, ''))
  const at = (upstream: number | undefined): string => `127.0.0.1:${upstream}`
  const program = await Program.start('/usr/sbin/haproxy', ['-db', '-f', file], {
    port,
    variables: {
      ...{
        ULNA_BIND: '127.0.0.1',
        HTTP_PORT: String(httpPort),
        HTTPS_PORT: String(port),
        APP_URL: 'https://ulna.test',
      },
      ...{ ULNA_UPSTREAM: at(first), ULNA_SECOND: at(second) },
      ...(third === undefined ? {} : { ULNA_THIRD: at(third) }),
    },
  })
  return { baseUrl: `http://127.0.0.1:${port}`, end: () => program.end() }
}
