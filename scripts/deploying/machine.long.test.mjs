import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newAgeKey } from '../../server/src/platform/files/age-keys.ts'
import { buildChanged } from '../build.mjs'
import { assemble } from './assemble.mjs'
import { typedUnder } from './document.mjs'
import { addDisk, removeDisk, startMachine } from './machine.mjs'
import { photograph } from './photograph.mjs'
import { SecondComputer } from './second-computer.mjs'

const patience = 45 * 60_000
const health = 'curl -sf http://127.0.0.1:3000/api/health/ready'

let scratch
let places
let machine
/** Of the owner, and of a colleague who has a practice of her own. */
let computer
let colleague
let key
/** Seconds that each step of the two days took. */
const took = {}

const timed = async (step, act) => {
  const startedAt = performance.now()
  const done = await act()
  took[step] = Math.round((performance.now() - startedAt) / 1000)
  return done
}

beforeAll(async () => {
  scratch = await mkdtemp(path.join(os.tmpdir(), 'ulna-machine-'))
  places = { scratch, tree: path.join(scratch, 'ulna-built'), backups: path.join(scratch, 'backups') }
  await addDisk(places.backups)
  await buildChanged()
  await timed('assemble', () => assemble(places.tree))
  machine = await startMachine(places)
}, patience)

afterAll(async () => {
  console.log(JSON.stringify({ id: 'I6', seconds: took }))
  await machine?.stop()
  removeDisk(places.backups)
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
const signIn = (one) => {
  one.token = undefined
  one.cookies.clear()
  return one.logIn()
}

/** Steps 1 to 3, which end with a server that is reached over https. */
const install = async () => {
  await follow('### 1. Debian')
  expect(await timed('install the service', () => follow('### 2. Build, and install'))).toContain(
    'installed Ulna',
  )
  await timed('first start', ready)
}
const giveHttps = () =>
  timed('https', async () => {
    const printed = await follow('### 3. https')
    await answers('https://ulna.local/api/health/ready')
    return printed
  })
/** What is done on a computer of the practice: it is told of the authority. */
const trust = async (one) => {
  one.ca = (await one.ask('http://ulna.local/ulna-ca.crt')).text
}
const computerOf = () => new SecondComputer({ appUrl: 'https://ulna.local', address: machine.address })

describe('I6 somebody who follows docs/deploying.md on a Debian 13', () => {
  it(
    'installs Ulna as a service that starts under every limit of its unit',
    async () => {
      await install()
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
    'gives it https, and a second computer that trusts its authority makes the recovery key and signs up: nobody was there before',
    async () => {
      expect(await giveHttps()).toContain('Fingerprint=')
      computer = computerOf()
      colleague = computerOf()
      await expect(computer.ask('/')).rejects.toThrow(/certificate|issuer/)
      await timed('first visit', async () => {
        await trust(computer)
        await trust(colleague)
        const { identity, recipient } = await newAgeKey()
        key = identity
        const body = { recipient }
        const first = '/api/installation/recovery-key/first'
        expect((await computer.ask(first, { method: 'POST', body })).status).toBe(201)
        expect(machine.run('find /var/lib/ulna -name app-secret -perm 600 | wc -l')).toBe('1')
        expect((await computer.signUp()).status).toBe(201)
        expect((await computer.ask(first, { method: 'POST', body })).status).toBe(409)
      })
      expect((await colleague.signUp()).status).toBe(201)
      const { payload: patient } = await computer.ask('/api/patient', {
        method: 'POST',
        body: { firstName: 'Marta', lastName: 'Rossi', profileImg: { data: photograph(600, 600) } },
      })
      computer.patient = patient
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
      await ready()
      // The server begins one by itself as soon as there is a key.
      await timed('backup and drill', () => machine.until('sudo ulna backup > /root/backup.log'))
      expect(machine.run('cat /root/backup.log')).toMatch(/^backup \/srv\/ulna-backups\/\S+$/m)
      expect((await signIn(computer)).status).toBe(200)
      expect((await computer.ask('/api/installation/standing')).payload).toEqual({
        operator: true,
        notice: null,
      })
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
    'stops in order',
    () => {
      machine.run('systemctl stop ulna')
      expect(
        machine.run('systemctl show --property=Result,ExecMainStatus --value ulna').split('\n').sort(),
      ).toEqual(['0', 'success'])
    },
    patience,
  )

  it(
    'has everybody at work again on another machine once the first one is lost, with the disk of backups and the key on paper',
    async () => {
      await machine.stop()
      const lostAt = performance.now()
      machine = await startMachine(places)
      // Numbers of users differ from one machine to the next.
      machine.run('useradd --system somebody-before')
      await install()
      await giveHttps()
      await follow('### 4. Backups on the other disk')
      machine.run(`umask 077; echo ${key} > /root/key.txt`)
      await timed('restore', () => follow('## On another machine'))
      await ready()
      for (const one of [computer, colleague]) {
        await expect(one.ask('/')).rejects.toThrow(/certificate|issuer/)
        await trust(one)
        expect((await signIn(one)).status).toBe(200)
      }
      took['lost machine to everybody at work'] = Math.round((performance.now() - lostAt) / 1000)
      const { payload: patient } = await computer.ask(`/api/patient/${computer.patient.id}`)
      expect({ ...patient, profileImgData: null }).toEqual({ ...computer.patient, profileImgData: null })
      expect((await computer.ask(patient.profileImgData.thumbUrl)).status).toBe(200)
      const body = { firstName: 'Nadia', lastName: 'Bianchi' }
      expect((await colleague.ask('/api/patient', { method: 'POST', body })).status).toBe(201)
      expect(machine.run('sudo ulna verify')).toContain('chain unbroken')
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
      for (let tries = 0; (await signIn(computer).catch(() => ({}))).status !== 200; tries += 1) {
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
      expect((await signIn(computer)).status).toBe(200)
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
