import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Browsers have these only on https and on the own machine; the README describes a portal at a plain http address. */
const secureOnly = /crypto\.(randomUUID|subtle)|navigator\.(clipboard|serviceWorker|locks|storage|geolocation)/

/** They look whether it is there, and offer something else. */
const withFallback = [
  'src/web/ui/use-copy.ts',
  'src/web/common/first-run/CopyField.tsx',
  'src/web/common/account/web-push.ts',
  'src/web/push/share-stream.ts',
]

test('screens use nothing that a browser lacks at a plain http address, or have another way', () => {
  const files = globSync('src/web/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] })
  expect(files.length).toBeGreaterThan(300)
  const using = files.filter((file) => secureOnly.test(codeOf(file)))
  expect(using.filter((file) => !withFallback.includes(file))).toEqual([])
})

/** Without comments. */
function codeOf(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^\s*\/\/.*$/gm, '')
}
