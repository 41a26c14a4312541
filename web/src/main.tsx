import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Loader.css'
import './ui/global.css'
import './app/shell/stray-drops.ts'
import './app/trusted-markup.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { startTexts } from './i18n/i18n.ts'
import { styleNonce } from './i18n/page-settings.ts'

declare global {
  /** Read by get-nonce for the styles that lock scrolling under dialogs. */
  var __webpack_nonce__: string | undefined
}

globalThis.__webpack_nonce__ = styleNonce()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const show = (): void => {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

startTexts().then(show, reportError)
