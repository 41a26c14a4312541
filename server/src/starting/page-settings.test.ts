import { expect, it } from 'vitest'
import { buildTestApp } from '../../test/build-test-app.ts'
import { createWebDirectory } from '../../test/sweeps/scene/web-directory.ts'
import { readConfig } from '../config.ts'
import { pageSettingsOf } from './page-settings.ts'

const everything = {
  NODE_ENV: 'development',
  APP_SECRET: 'kJ8s-4Lq0zXw2Vb9Nm7Rt5Yc3Ud1Pf6G',
  DATABASE_URL: 'postgres://u:secret@db/ulna',
  SMTP_URL: 'smtp://u:secret@mail.example',
  MAIL_FROM: 'Ulna <secret@mail.example>',
  CONTACT_EMAIL: 'secret@ulna.example',
  FILE_STORE: 's3',
  S3_BUCKET: 'ulna-files',
  S3_ACCESS_KEY_ID: 'secret',
  S3_SECRET_ACCESS_KEY: 'secret',
  FIREBASE_PROJECT_ID: 'ulna-clinic',
  FIREBASE_API_KEY: 'AIzaSy',
  FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099',
  FIREBASE_SERVICE_ACCOUNT: '/secret.json',
  DEFAULT_LANGUAGE: 'it',
  ACCOUNT_ACTIVATION: 'on',
  OPERATOR_NAME: 'Clínica "Ríos" <S.L.>',
  OPERATOR_EMAIL: 'hola@rios.example',
  ANALYTICS_ID: 'G-1',
  SOCIAL_PIXEL_ID: '1',
  CHAT_WIDGET_URL: 'https://chat.example/w.js',
}

it('tells the page what it needs and no secret', () => {
  const settings = pageSettingsOf(readConfig(everything))
  expect(settings).toEqual({
    language: 'it',
    firebase: {
      projectId: 'ulna-clinic',
      apiKey: 'AIzaSy',
      authDomain: 'ulna-clinic.firebaseapp.com',
      emulatorHost: 'localhost:9099',
    },
    activationByMail: true,
    operator: { name: 'Clínica "Ríos" <S.L.>', address: null, taxId: null, email: 'hola@rios.example' },
    analyticsId: 'G-1',
    socialPixelId: '1',
    chatWidgetUrl: 'https://chat.example/w.js',
    uploadsTo: 'https://ulna-files.s3.us-east-1.amazonaws.com',
    contact: true,
  })
  expect(JSON.stringify(settings)).not.toContain('secret')
})

it('says that nothing of third parties is there when nothing is configured', () => {
  expect(pageSettingsOf(readConfig({}))).toEqual({
    language: 'es',
    firebase: null,
    activationByMail: false,
    operator: { name: null, address: null, taxId: null, email: null },
    analyticsId: null,
    socialPixelId: null,
    chatWidgetUrl: null,
    uploadsTo: null,
    contact: false,
  })
})

it('stands in the page, whose headers open what it names; the page of the API stays strict', async () => {
  const web = await createWebDirectory()
  const settings = pageSettingsOf(readConfig(everything))
  const app = await buildTestApp({ webDirectory: web.directory, pageSettings: settings })
  const page = await app.server.inject({ url: '/login' })
  const content = /name="ulna-settings" content="([^"]*)"/.exec(page.body)?.[1] ?? ''
  const told = content
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  expect(JSON.parse(told)).toEqual(settings)
  expect(page.headers['content-security-policy']).toContain('frame-src https://ulna-clinic.firebaseapp.com')
  expect(page.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  const docs = await app.server.inject({ url: '/api/docs' })
  expect(docs.headers['content-security-policy']).not.toMatch(/https?:/)
  expect(docs.headers['cross-origin-opener-policy']).toBe('same-origin')
  await app.close()
  await web.remove()
})
