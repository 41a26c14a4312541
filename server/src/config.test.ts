import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, type Variables } from './config/variables.ts'
import { appUrlAt, readConfig } from './config.ts'

/** A public key of age. */
const recipient = 'age1krzxw2ex98kchk320fahd0v5f9h85xljecwgyjeglkp5fqh079aqw53a37'

describe('readConfig', () => {
  it('needs no variable at all', () => {
    expect(readConfig({})).toEqual({
      environment: 'production',
      logLevel: 'info',
      host: '127.0.0.1',
      port: 3000,
      appUrl: 'http://localhost:3000',
      trustedProxies: 0,
      drainSeconds: 1,
      dataDirectory: path.resolve('data'),
      databaseUrl: undefined,
      databaseConnections: 16,
      postgresBinaryDirectory: undefined,
      appSecret: undefined,
      formerSecrets: [],
      defaultLanguage: 'es',
      fileStore: { kind: 'local' },
      fileQuotaMb: 20_480,
      backupKeepDays: undefined,
      backup: {
        to: { kind: 'folder', folder: path.resolve('data/backups') },
        recipients: [],
        identityFile: undefined,
      },
      operators: [],
      restoreFault: undefined,
      clamdUrl: undefined,
      smtpUrl: undefined,
      mailFrom: undefined,
      firebase: undefined,
      analyticsId: undefined,
      socialPixelId: undefined,
      chatWidgetUrl: undefined,
      contactEmail: undefined,
      activationByMail: false,
      operator: { name: undefined, address: undefined, taxId: undefined, email: undefined },
      metrics: { port: undefined, host: '127.0.0.1', token: undefined },
      captcha: true,
      rateLimits: true,
    })
  })

  it('counts an empty value as none', () => {
    const names = [
      'PORT',
      'HOST',
      'APP_URL',
      'DATA_DIR',
      'DATABASE_URL',
      'APP_SECRET',
      'FORMER_APP_SECRETS',
      'FILE_STORE',
      'CAPTCHA',
      'NODE_ENV',
    ]
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(readConfig({}))
  })

  const s3 = { FILE_STORE: 's3', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }
  const firebase = {
    FILE_STORE: 'firebase',
    FIREBASE_STORAGE_BUCKET: 'files',
    FIREBASE_STORAGE_ACCESS_KEY_ID: 'GOOG1E',
    FIREBASE_STORAGE_SECRET_ACCESS_KEY: 'key',
  }
  const smtp = { SMTP_URL: 'smtps://user:pass@mail.example:465', MAIL_FROM: 'Ulna <ulna@mail.example>' }
  const emulator = {
    NODE_ENV: 'test',
    FIREBASE_PROJECT_ID: 'ulna-test',
    FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099',
  }
  const hosted = {
    FIREBASE_PROJECT_ID: 'ulna-clinic',
    FIREBASE_API_KEY: 'AIzaSy_key-1',
    FIREBASE_AUTH_DOMAIN: 'entrar.ulna.example',
    FIREBASE_SERVICE_ACCOUNT: '/key.json',
  }

  const accepted: [Variables, Partial<ReturnType<typeof readConfig>>][] = [
    [{ PORT: '0' }, { port: 0, appUrl: undefined }],
    [{ PORT: '8080' }, { port: 8080, appUrl: 'http://localhost:8080' }],
    [{ HOST: '::1' }, { host: '::1' }],
    [
      { METRICS_PORT: '9464', METRICS_HOST: '::1', METRICS_TOKEN: 'sixteen letters.' },
      { metrics: { port: 9464, host: '::1', token: 'sixteen letters.' } },
    ],
    [{ DRAIN_SECONDS: '0' }, { drainSeconds: 0 }],
    [{ APP_URL: 'https://ulna.example/' }, { appUrl: 'https://ulna.example' }],
    [{ DATA_DIR: '/srv/ulna' }, { dataDirectory: '/srv/ulna' }],
    [{ DATABASE_URL: 'postgres://u:p@db/ulna' }, { databaseUrl: 'postgres://u:p@db/ulna' }],
    [{ DATABASE_URL: 'postgresql:///ulna?host=/run/pg' }, { databaseUrl: 'postgresql:///ulna?host=/run/pg' }],
    [{ POSTGRES_BINARIES: '/opt/pg/bin' }, { postgresBinaryDirectory: '/opt/pg/bin' }],
    [{ FORMER_APP_SECRETS: ' one two  three ' }, { formerSecrets: ['one', 'two', 'three'] }],
    [{ APP_SECRET: 'kJ8s-4Lq0zXw2Vb9Nm7Rt5Yc3Ud1Pf6G' }, { appSecret: 'kJ8s-4Lq0zXw2Vb9Nm7Rt5Yc3Ud1Pf6G' }],
    [{ DEFAULT_LANGUAGE: 'it' }, { defaultLanguage: 'it' }],
    [
      s3,
      {
        fileStore: {
          kind: 's3',
          bucket: 'files',
          region: 'us-east-1',
          endpoint: undefined,
          accessKeyId: 'id',
          secretAccessKey: 'key',
          forcePathStyle: false,
        },
      },
    ],
    [
      firebase,
      {
        fileStore: {
          kind: 'firebase',
          bucket: 'files',
          accessKeyId: 'GOOG1E',
          secretAccessKey: 'key',
          endpoint: undefined,
        },
      },
    ],
    [{ FILE_QUOTA_MB: '500' }, { fileQuotaMb: 500 }],
    [
      {
        BACKUP_TO: '/srv/backups',
        BACKUP_RECIPIENTS: `${recipient}, ${recipient}`,
        BACKUP_IDENTITY_FILE: 'key',
      },
      {
        backup: {
          to: { kind: 'folder', folder: '/srv/backups' },
          recipients: [recipient, recipient],
          identityFile: 'key',
        },
      },
    ],
    [
      {
        BACKUP_TO: 's3://practice.backups/ulna/nightly',
        BACKUP_S3_ACCESS_KEY_ID: 'id',
        BACKUP_S3_SECRET_ACCESS_KEY: 'key',
        BACKUP_S3_ENDPOINT: 'https://store.example',
        BACKUP_S3_FORCE_PATH_STYLE: 'on',
      },
      {
        backup: {
          to: {
            kind: 's3',
            bucket: 'practice.backups',
            address: 's3://practice.backups/ulna/nightly',
            prefix: 'ulna/nightly',
            region: 'us-east-1',
            endpoint: 'https://store.example/',
            accessKeyId: 'id',
            secretAccessKey: 'key',
            forcePathStyle: true,
          },
          recipients: [],
          identityFile: undefined,
        },
      },
    ],
    [
      { OPERATORS: 'ana@clinic.example, It@Clinic.example' },
      { operators: ['ana@clinic.example', 'it@clinic.example'] },
    ],
    [{ CLAMD_URL: 'tcp://127.0.0.1:3310' }, { clamdUrl: 'tcp://127.0.0.1:3310' }],
    [{ CLAMD_URL: 'unix:///run/clamav/clamd.ctl' }, { clamdUrl: 'unix:///run/clamav/clamd.ctl' }],
    [smtp, { smtpUrl: 'smtps://user:pass@mail.example:465', mailFrom: 'Ulna <ulna@mail.example>' }],
    [
      emulator,
      {
        firebase: {
          projectId: 'ulna-test',
          apiKey: 'emulator',
          authDomain: 'ulna-test.firebaseapp.com',
          emulatorHost: 'localhost:9099',
          serviceAccountFile: undefined,
        },
      },
    ],
    [
      hosted,
      {
        firebase: {
          projectId: 'ulna-clinic',
          apiKey: 'AIzaSy_key-1',
          authDomain: 'entrar.ulna.example',
          emulatorHost: undefined,
          serviceAccountFile: '/key.json',
        },
      },
    ],
    [{ ACCOUNT_ACTIVATION: 'on' }, { activationByMail: true }],
    [
      {
        OPERATOR_NAME: 'Clínica Ríos, S.L.',
        OPERATOR_ADDRESS: 'Calle Mayor 1, 28001 Madrid',
        OPERATOR_TAX_ID: 'B12345678',
        OPERATOR_EMAIL: 'hola@rios.example',
      },
      {
        operator: {
          name: 'Clínica Ríos, S.L.',
          address: 'Calle Mayor 1, 28001 Madrid',
          taxId: 'B12345678',
          email: 'hola@rios.example',
        },
      },
    ],
    [{ ANALYTICS_ID: 'G-ABC123' }, { analyticsId: 'G-ABC123' }],
    [{ SOCIAL_PIXEL_ID: '123456' }, { socialPixelId: '123456' }],
    [{ CHAT_WIDGET_URL: 'https://chat.example/w.js' }, { chatWidgetUrl: 'https://chat.example/w.js' }],
    [{ CONTACT_EMAIL: 'hola@ulna.example' }, { contactEmail: 'hola@ulna.example' }],
    [
      { CAPTCHA: 'off', RATE_LIMITS: 'off' },
      { captcha: false, rateLimits: false },
    ],
    [{ TRUST_PROXY: '1' }, { trustedProxies: 1 }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
  ]
  it.each(accepted)('reads %j', (variables, expected) => {
    expect(readConfig(variables)).toMatchObject(expected)
  })

  const refused: [string, Variables][] = [
    ['PORT', { PORT: 'eighty' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '3000.5' }],
    ['HOST', { HOST: 'local host' }],
    ['APP_URL', { APP_URL: 'ulna.example' }],
    ['APP_URL', { APP_URL: 'https://ulna.example/app' }],
    ['APP_URL', { APP_URL: 'ftp://ulna.example' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db/ulna' }],
    ['APP_SECRET', { APP_SECRET: 'short' }],
    ['APP_SECRET', { APP_SECRET: 'x'.repeat(40) }],
    ['APP_SECRET', { APP_SECRET: 'please-change-me-please-change-me-please' }],
    ['DEFAULT_LANGUAGE', { DEFAULT_LANGUAGE: 'fr' }],
    ['FILE_STORE', { FILE_STORE: 'ftp' }],
    ['S3_BUCKET', { ...s3, S3_BUCKET: '' }],
    ['S3_ACCESS_KEY_ID', { ...s3, S3_ACCESS_KEY_ID: undefined }],
    ['S3_SECRET_ACCESS_KEY', { ...s3, S3_SECRET_ACCESS_KEY: undefined }],
    ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 'minio:9000' }],
    ['S3_FORCE_PATH_STYLE', { ...s3, S3_FORCE_PATH_STYLE: 'yes' }],
    ['FIREBASE_STORAGE_BUCKET', { ...firebase, FIREBASE_STORAGE_BUCKET: '' }],
    ['FIREBASE_STORAGE_ACCESS_KEY_ID', { ...firebase, FIREBASE_STORAGE_ACCESS_KEY_ID: '' }],
    ['FIREBASE_STORAGE_SECRET_ACCESS_KEY', { ...firebase, FIREBASE_STORAGE_SECRET_ACCESS_KEY: '' }],
    ['FILE_QUOTA_MB', { FILE_QUOTA_MB: '20 GB' }],
    ['OPERATORS', { OPERATORS: 'ana@clinic.example, nobody' }],
    ['METRICS_PORT', { METRICS_PORT: '65536' }],
    ['METRICS_HOST', { METRICS_HOST: 'local host' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'fifteen letters' }],
    ['BACKUP_TO', { BACKUP_TO: 's3://' }],
    ['BACKUP_S3_ACCESS_KEY_ID', { BACKUP_TO: 's3://bucket' }],
    ['BACKUP_RECIPIENTS', { BACKUP_RECIPIENTS: `${recipient},AGE-SECRET-KEY-1` }],
    ['CLAMD_URL', { CLAMD_URL: 'localhost:3310' }],
    ['SMTP_URL', { ...smtp, SMTP_URL: 'mail.example' }],
    ['MAIL_FROM', { SMTP_URL: smtp.SMTP_URL }],
    ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
    ['MAIL_FROM', { MAIL_FROM: 'Ulna\r\nBcc: x@y.example <a@b.example>' }],
    ['FIREBASE_PROJECT_ID', { FIREBASE_PROJECT_ID: 'No Good' }],
    ['FIREBASE_PROJECT_ID', { ...emulator, FIREBASE_PROJECT_ID: '' }],
    ['FIREBASE_AUTH_EMULATOR_HOST', { ...emulator, NODE_ENV: 'production' }],
    ['FIREBASE_AUTH_EMULATOR_HOST', { ...emulator, FIREBASE_AUTH_EMULATOR_HOST: 'localhost' }],
    ['FIREBASE_API_KEY', { ...hosted, FIREBASE_API_KEY: '' }],
    ['FIREBASE_API_KEY', { ...hosted, FIREBASE_API_KEY: 'a"b' }],
    ['FIREBASE_AUTH_DOMAIN', { ...hosted, FIREBASE_AUTH_DOMAIN: 'https://entrar.ulna.example' }],
    ['FIREBASE_AUTH_DOMAIN', { ...hosted, FIREBASE_AUTH_DOMAIN: "a.example; script-src 'unsafe-inline'" }],
    ['ACCOUNT_ACTIVATION', { ACCOUNT_ACTIVATION: 'yes' }],
    ['OPERATOR_EMAIL', { OPERATOR_EMAIL: 'hola' }],
    ['CONTACT_EMAIL', { CONTACT_EMAIL: 'Ulna <a@b.example>' }],
    ['MAIL_FROM', { MAIL_FROM: 'Ulna <a@b.example>, c@d.example' }],
    ['ANALYTICS_ID', { ANALYTICS_ID: '"><script>' }],
    ['SOCIAL_PIXEL_ID', { SOCIAL_PIXEL_ID: 'a b' }],
    ['CHAT_WIDGET_URL', { CHAT_WIDGET_URL: 'http://chat.example/w.js' }],
    ['CONTACT_EMAIL', { CONTACT_EMAIL: 'a@b.example,c@d.example' }],
    ['CAPTCHA', { CAPTCHA: 'false' }],
    ['RATE_LIMITS', { RATE_LIMITS: '0' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
    ['NODE_ENV', { NODE_ENV: 'staging' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ]
  it.each(refused)('refuses a wrong %s with one sentence that names it: %j', (name, variables) => {
    const read = () => readConfig(variables)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name} .*\\.$`))
  })

  it.each([
    'changemechangemechangeme',
    'change-this-secret-in-production',
    'replace_with_a_long_random_string',
    'your-secret-key-goes-here-please',
    'my-super-secret-jwt-token-value',
    'TOP SECRET TOP SECRET TOP SECRET',
    'insert-your-random-secret-here-!',
    '0123456701234567012345670123456701',
    'abcabcabcabcabcabcabcabc',
    'this is an example of a secret, 32 signs',
  ])('I6 refuses a placeholder for the secret and says what to do: %s', (secret) => {
    expect(() => readConfig({ APP_SECRET: secret })).toThrow(
      /^APP_SECRET is a placeholder: .*FORMER_APP_SECRETS\.$/,
    )
    expect(readConfig({ FORMER_APP_SECRETS: secret.replaceAll(' ', '-') }).formerSecrets).toHaveLength(1)
  })

  it('I6 takes every secret that is drawn', () => {
    for (let turn = 0; turn < 2000; turn += 1) {
      const bytes = randomBytes(32)
      for (const secret of [bytes.toString('base64url'), bytes.toString('hex'), bytes.toString('base64')])
        expect(readConfig({ APP_SECRET: secret }).appSecret).toBe(secret)
    }
  })

  it('never repeats a URL that may hold a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://u:hunter2@db' })).toThrow(/^(?!.*hunter2)/)
    expect(() => readConfig({ SMTP_URL: 'http://u:hunter2@mail' })).toThrow(/^(?!.*hunter2)/)
  })

  it('names the address once the system has chosen the port', () => {
    expect(appUrlAt(readConfig({ PORT: '0' }), 41_234)).toBe('http://localhost:41234')
    expect(appUrlAt(readConfig({ PORT: '0', APP_URL: 'https://u.example' }), 41_234)).toBe(
      'https://u.example',
    )
  })
})
