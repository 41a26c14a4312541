import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { styleNonce } from '../i18n/page-settings.ts'
import { cssVariablesResolver, theme } from '../ui/theme.ts'
import { router } from './routes/router.ts'

const schemeManager = localStorageColorSchemeManager({ key: 'ulna.scheme' })

export const App = () => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    colorSchemeManager={schemeManager}
    defaultColorScheme="auto"
    getStyleNonce={styleNonce}
    withGlobalClasses={false}
  >
    <RouterProvider router={router} />
  </MantineProvider>
)
