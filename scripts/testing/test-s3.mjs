import { installDependencies } from '../install.mjs'
import { runTool } from '../run-command.mjs'
import { startRadosgw } from './radosgw.mjs'

await installDependencies()
const store = await startRadosgw()
console.log(`Ceph's gateway listens on ${store.endpoint}.`)
const { code } = await runTool('vitest/vitest.mjs', ['run', '--config', 'server/vitest.s3.config.ts'], {
  env: {
    TEST_S3_ENDPOINT: store.endpoint,
    TEST_S3_ACCESS_KEY_ID: store.accessKeyId,
    TEST_S3_SECRET_ACCESS_KEY: store.secretAccessKey,
  },
})
await store.stop()
process.exit(code)
