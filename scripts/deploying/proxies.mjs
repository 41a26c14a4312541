import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { root } from '../run-command.mjs'
import { Program } from './program.mjs'

const configuration = (name) => path.join(root, 'deploy/proxy', name)

const run = (file, ...args) => {
  const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file} ${args[0]} ended with ${status}: ${stdout}${stderr}`)
  return stdout
}

/** An authority made as a practice makes it; answers its certificate and what the script printed. */
export const makeAuthority = async (folder, name) => {
  const printed = run('sh', configuration('make-ca.sh'), folder, name)
  return { folder, printed, certificate: await readFile(path.join(folder, 'ca.crt'), 'utf8') }
}

/** A certificate for HAProxy, which takes one from elsewhere: in one file with its key, as it wants it. */
export const issueCertificate = async ({ folder }, name) => {
  const at = (file) => path.join(folder, file)
  const subject = ['-subj', '/CN=ulna', '-addext', `subjectAltName=DNS:${name}`]
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-noenc',
    '-keyout',
    at('leaf.key'),
  ]
  const authority = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-days', '30']
  run('openssl', 'req', '-x509', ...key, ...subject, ...authority, '-out', at('leaf.crt'))
  const file = at('leaf.pem')
  await writeFile(file, (await readFile(at('leaf.crt'), 'utf8')) + (await readFile(at('leaf.key'), 'utf8')))
  return file
}

const listens = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

const ready = async (program, ports) => {
  for (const port of ports) await program.until(() => listens(port))
  return program
}

/** Caddy with what a practice on its local network is given. */
export const startCaddy = async (caddy, { appUrl, httpPort, upstream, authority }) => {
  const env = {
    ...{ APP_URL: appUrl, HTTP_PORT: String(httpPort), ULNA_CA: authority.folder },
    ...{ ULNA_UPSTREAM: new URL(upstream).host, HOME: authority.folder, XDG_DATA_HOME: authority.folder },
  }
  const program = new Program(
    caddy,
    ['run', '--config', configuration('local.Caddyfile'), '--adapter', 'caddyfile'],
    env,
  )
  return ready(program, [httpPort, Number(new URL(appUrl).port)])
}

/** HAProxy with the configuration that is given along. */
export const startHaproxy = async (haproxy, { appUrl, httpPort, upstream, certificate }) => {
  const httpsPort = new URL(appUrl).port
  const env = {
    ...{ APP_URL: appUrl, HTTP_PORT: String(httpPort), HTTPS_PORT: httpsPort, ULNA_BIND: '127.0.0.1' },
    ...{ ULNA_UPSTREAM: new URL(upstream).host, ULNA_CERTIFICATE: certificate },
  }
  const program = new Program(haproxy, ['-db', '-f', configuration('haproxy.cfg')], env)
  return ready(program, [httpPort, Number(httpsPort)])
}
