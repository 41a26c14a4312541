import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildChanged } from '../build.mjs'
import { assemble } from './assemble.mjs'
import { typedUnder } from './document.mjs'
import { startMachine } from './machine.mjs'
import { photograph } from './photograph.mjs'
import { SecondComputer } from './second-computer.mjs'

const patience = 45 * 60_000
const health = 'curl -sf http://127.0.0.1:3000/api/health/ready'
const keys = `import { generateIdentity, identityToRecipient } from 'age-encryption'
const key = await generateIdentity()
console.log(key, await identityToRecipient(key))`

let scratch
let machine
let computer
let key

beforeAll(async () => {
  scratch = await mkdtemp(path.join(os.tmpdir(), 'ulna-machine-'))
  await buildChanged()
  const tree = path.join(scratch, 'ulna-built')
  await assemble(tree)
  machine = await startMachine({ scratch, tree })
}, patience)

afterAll(async () => {
  await machine?.stop()
  await rm(scratch, { recursive: true, force: true })
}, patience)

/** Types what the document says under a heading. What Debian installs is there, and what is assembled came along. */
const follow = async (heading) => {
  const blocks = await typedUnder(heading)
  const lines = blocks
    .join('')
    .split('\n')
    .filter((line) => !/^(sudo apt-get|npm run assemble) /.test(line))
  expect(lines.filter(Boolean).length).toBeGreaterThan(0)
  return machine.run(lines.join('\n'))
}

const answers = (url) =>
  machine.until(`curl -sf --resolve ulna.local:443:127.0.0.1 --cacert /etc/caddy/ulna-ca/ca.crt ${url}`)
const ready = () => machine.until(health)
const pidOf = () => machine.run('systemctl show --property=MainPID --value ulna')
const signIn = () =>
  computer.ask('/api/auth/login', {
    method: 'POST',
    body: { username: computer.email, password: computer.password },
  })

describe('somebody who follows docs/deploying.md on a Debian 13', () => {
  it(
    'installs Ulna as a service that starts under every limit of its unit',
    async () => {
      await follow('### 1. Debian')
      expect(await follow('### 2. Build, and install')).toContain('installed Ulna')
      await ready()
      const status = machine.run(`cat /proc/${pidOf()}/status`)
      for (const line of [
        'NoNewPrivs:\t1',
        'Seccomp:\t2',
        'CapBnd:\t0000000000000000',
        'CapEff:\t0000000000000000',
      ])
        expect(status).toContain(line)
      const within = (line) => machine.ask(`nsenter --mount --target=${pidOf()} ${line}`)
      expect(within('touch /opt/ulna/x').said).toContain('Read-only file system')
      expect(within('touch /etc/x').said).toContain('Read-only file system')
      expect(machine.run('systemd-analyze security --threshold=15 ulna.service')).toContain('OK')
    },
    patience,
  )

  it(
    'gives it https, and a second computer that trusts its authority signs up',
    async () => {
      const printed = await follow('### 3. https')
      expect(printed).toContain('Fingerprint=')
      await answers('https://ulna.local/api/health/ready')
      computer = new SecondComputer({ appUrl: 'https://ulna.local', address: machine.address })
      const { text: ca } = await computer.ask('http://ulna.local/ulna-ca.crt')
      await expect(computer.ask('/')).rejects.toThrow(/certificate|issuer/)
      computer.ca = ca
      expect((await computer.signUp()).status).toBe(201)
      const { payload: patient } = await computer.ask('/api/patient', {
        method: 'POST',
        body: { firstName: 'Marta', lastName: 'Rossi', profileImg: { data: photograph(600, 600) } },
      })
      computer.patient = patient.id
      expect(patient.profileImgData).toMatchObject({ thumbUrl: expect.any(String) })
      expect((await computer.ask('/api/patient/999999')).status).toBe(404)
      expect(machine.run("journalctl -u ulna -o cat | grep 'access refused'")).toContain('"ip":"10.77.43.1"')
    },
    patience,
  )

  it(
    'backs up onto the other disk, with a drill, and the trail verifies',
    async () => {
      await follow('### 4. Backups on the other disk')
      const file = '/opt/ulna/keys.mjs'
      machine.run(`cat > ${file} <<'END'\n${keys}\nEND`)
      const [secret, recipient] = machine.run(`/opt/ulna/node/bin/node ${file}; rm ${file}`).split(' ')
      key = secret
      machine.run(`echo BACKUP_RECIPIENTS=${recipient} >> /etc/ulna/ulna.env; systemctl restart ulna`)
      await ready()
      // The server begins one by itself as soon as a key is named.
      await machine.until('sudo ulna backup > /root/backup.log')
      expect(machine.run('cat /root/backup.log')).toMatch(/^backup \/srv\/ulna-backups\/\S+$/m)
      expect(machine.run('sudo ulna verify')).toContain('chain unbroken')
    },
    patience,
  )

  it('writes nothing but its data, its cache and its backups', () => {
    const found = machine.run("find / -xdev -user ulna -not -path '/proc/*' | cut -d/ -f1-4 | sort -u")
    expect(
      found.split('\n').filter((place) => !/^\/(srv\/ulna-backups|var\/(cache|lib)\/ulna)/.test(place)),
    ).toEqual([])
  })

  it(
    'stops in order, and restores into a data folder that was lost',
    async () => {
      machine.run('systemctl stop ulna')
      expect(
        machine.run('systemctl show --property=Result,ExecMainStatus --value ulna').split('\n').sort(),
      ).toEqual(['0', 'success'])
      machine.run(`rm -rf /var/lib/ulna; umask 077; echo ${key} > /root/key.txt`)
      machine.run('sudo BACKUP_IDENTITY_FILE=/root/key.txt ulna restore /srv/ulna-backups')
      machine.run('systemctl start ulna')
      await ready()
      computer.token = undefined
      expect((await signIn()).status).toBe(200)
    },
    patience,
  )

  it(
    'restores from the first page, where the same process becomes the server again',
    async () => {
      machine.run('systemctl stop ulna; rm -rf /var/lib/ulna; systemctl start ulna')
      await ready()
      const pid = pidOf()
      const code = machine
        .run("journalctl -u ulna -o cat | grep 'this code is asked for' | tail -1")
        .split(': ')
        .at(-1)
      computer.cookies.clear()
      const body = { code, path: '/srv/ulna-backups', key }
      const asked = await computer.ask('/api/installation/restore', { method: 'POST', body })
      expect([asked.status, asked.text]).toEqual([200, expect.any(String)])
      for (let tries = 0; (await signIn().catch(() => ({}))).status !== 200; tries += 1) {
        if (tries > 300) throw new Error(machine.run('journalctl -u ulna -n 20 --no-pager'))
        await pause(1000)
      }
      expect(pidOf()).toBe(pid)
      expect(machine.run('systemctl is-active ulna')).toBe('active')
    },
    patience,
  )

  it(
    'starts again by itself when it is killed, and is updated by the same command',
    async () => {
      machine.run(`kill -9 ${pidOf()}`)
      await machine.until(`systemctl is-active ulna && ${health}`)
      expect(machine.run('sudo ~/ulna-built/deploy/systemd/install.sh')).toContain('installed Ulna')
      await ready()
      expect(machine.run('ls -d /opt/ulna.before')).toBe('/opt/ulna.before')
      expect((await signIn()).status).toBe(200)
    },
    patience,
  )

  it('has at most 256 connections of one address once the firewall counts them', async () => {
    machine.run('nft -f /opt/ulna/deploy/proxy/ulna.nft')
    const sockets = []
    const connect = () =>
      new Promise((resolve) => {
        const socket = net.connect(443, machine.address)
        sockets.push(socket)
        socket.once('connect', () => resolve('taken')).once('error', ({ code }) => resolve(code))
      })
    for (let number = 0; number < 256; number += 1) expect(await connect()).toBe('taken')
    expect(await connect()).toBe('ECONNREFUSED')
    for (const socket of sockets) socket.destroy()
    machine.run('nft delete table inet ulna')
  })
})
