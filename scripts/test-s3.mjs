import { installDependencies } from './install.mjs'
import { startRadosgw } from './radosgw.mjs'
import { runTool } from './run-command.mjs'

// The file store against a real S3 server: signatures, links that end, parts. Needs Debian's ceph-mon, ceph-osd, radosgw.

await installDependencies()
const server = await startRadosgw()
console.log(`radosgw listens on ${server.endpoint}.`)
const { code } = await runTool('vitest/vitest.mjs', ['run', '--config', 'server/vitest.s3.config.ts'], {
  env: {
    TEST_S3_ENDPOINT: server.endpoint,
    TEST_S3_ACCESS_KEY_ID: server.accessKeyId,
    TEST_S3_SECRET_ACCESS_KEY: server.secretAccessKey,
  },
})
await server.stop()
process.exit(code)
