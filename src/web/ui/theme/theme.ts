import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import { dark, light } from './tokens.ts'

const accent: MantineColorsTuple = [
  '#e2f0f1',
  '#c8e2e4',
  '#9ccdd0',
  '#6fb6bb',
  '#459fa6',
  '#218a92',
  '#127a82',
  '#0a6a72',
  '#085960',
  '#06454a',
]

/** Mantine's theme based on our tokens. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  colors: { accent },
  fontFamily: "'Golos Text', system-ui, sans-serif",
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '14px', xl: '16px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '9px', xl: '12px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
})

export const mantineVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: mantineNames(light),
  dark: mantineNames(dark),
})

function mantineNames(tokens: typeof light): Record<string, string> {
  return {
    '--mantine-color-body': tokens['--surface'],
    '--mantine-color-text': tokens['--text'],
    '--mantine-color-dimmed': tokens['--text-2'],
    '--mantine-color-placeholder': tokens['--text-3'],
    '--mantine-color-default-border': tokens['--control'],
    '--mantine-color-default': tokens['--surface'],
    '--mantine-color-default-hover': tokens['--hover'],
    '--mantine-color-error': tokens['--bad'],
    // Of the page, because the firm's colour replaces that of the tokens.
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
    '--mantine-primary-color-light': 'var(--accent-soft)',
    '--mantine-primary-color-light-hover': 'var(--accent-soft)',
    '--mantine-primary-color-light-color': 'var(--accent)',
  }
}
