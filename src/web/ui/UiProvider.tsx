import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useColorScheme } from './color-scheme.ts'
import { ConfirmProvider } from './confirm.tsx'
import { NotificationsProvider } from './notifications.tsx'
import { mantineVariables, theme } from './theme.ts'

/** All that dialogs, dates and messages need around them; the sign-in does without. */
export function UiProvider({ children }: { children: ReactNode }) {
  const { scheme } = useColorScheme()
  return (
    <MantineProvider theme={theme} cssVariablesResolver={mantineVariables} forceColorScheme={scheme}>
      <NotificationsProvider>
        <ConfirmProvider>{children}</ConfirmProvider>
      </NotificationsProvider>
    </MantineProvider>
  )
}
