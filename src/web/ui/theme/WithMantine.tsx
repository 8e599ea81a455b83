import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import { MantineContext, MantineProvider } from '@mantine/core'
import { use, type ReactNode } from 'react'
import { useColorScheme } from './color-scheme.ts'
import { mantineVariables, theme } from './theme.ts'

/**
 * The provider for Mantine components. Dialogs and date fields load it, pages do not. Nested inside another one it adds
 * nothing.
 */
export function WithMantine({ children }: { children: ReactNode }) {
  return use(MantineContext) ? children : <Provider>{children}</Provider>
}

function Provider({ children }: { children: ReactNode }) {
  const { scheme } = useColorScheme()
  return (
    <MantineProvider theme={theme} cssVariablesResolver={mantineVariables} forceColorScheme={scheme}>
      {children}
    </MantineProvider>
  )
}
