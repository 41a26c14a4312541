import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import type { Binaries } from './binaries.ts'
import type { ClusterAccess } from './cluster.ts'
import { programEnvironment } from './run-program.ts'
import { openServerLog } from './server-log.ts'
import { socketPort } from './socket-directory.ts'

export type ServerSettings = Readonly<Record<string, string>>

/** Given on the command line, so that neither postgresql.conf nor ALTER SYSTEM takes durability away. */
export const durableSettings: ServerSettings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // A plain fsync on macOS leaves data in the drive's cache.
  ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
}

/** Errors of statements stay out of the log: they quote what people wrote. */
const discreetSettings: ServerSettings = {
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
}

const baseSettings = (socketDirectory: string): ServerSettings => ({
  listen_addresses: '',
  unix_socket_directories: socketDirectory,
  unix_socket_permissions: '0700',
  port: String(socketPort),
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_wal_size: '2GB',
})

export interface ServerStart {
  readonly binaries: Binaries
  readonly access: ClusterAccess
  readonly dataDirectory: string
  readonly socketDirectory: string
  /** Over ours; for servers of tests and benchmarks. */
  readonly settings: ServerSettings
}

/** Starts the server in a session of its own: it outlives this process, however that ends. */
export const spawnServer = async (start: ServerStart): Promise<ChildProcess> => {
  const settings = {
    ...baseSettings(start.socketDirectory),
    ...durableSettings,
    ...discreetSettings,
    ...start.settings,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = await openServerLog(start.dataDirectory, start.access.account)
  try {
    const child = spawn(
      path.join(start.binaries.directory, 'postgres'),
      ['-D', start.access.path, ...options],
      {
        ...start.access.account,
        cwd: start.access.workingDirectory,
        env: programEnvironment(),
        stdio: ['ignore', log.fd, log.fd],
        detached: true,
      },
    )
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
    child.unref()
    return child
  } finally {
    await log.close()
  }
}
