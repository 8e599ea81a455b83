import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

/** What the production image holds, told by the Dockerfile's last stage. */
const lastStage = readFileSync('Dockerfile', 'utf8').split(/^FROM /m).at(-1) ?? ''
const copied = [...lastStage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '))
const { dependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<'dependencies' | 'scripts', Record<string, string>>

/** Commands that an administrator runs in the container. */
const commands = ['staff', 'exchange', 'backup', 'restore'].flatMap((name) => /^node (\S+\.ts)$/.exec(scripts[name] ?? '')?.[1] ?? [])

test('the image holds the server, the commands that administer it, and all that they import', () => {
  expect(commands).toEqual(['scripts/staff.ts', 'scripts/exchange.ts', 'scripts/backup.ts', 'scripts/restore.ts'])
  const missing = [...closureOf(['src/server/main.ts', ...commands])].filter((name) => !isInImage(name))
  expect(missing).toEqual([])
})

test('a file outside the image, a tool of development and a missing file are told', () => {
  expect(isInImage('src/web/portal.tsx')).toBe(false)
  expect(isInImage('vitest')).toBe(false)
  expect(isInImage('src/server/nowhere.ts')).toBe(false)
  expect(isInImage('drizzle-orm/pg-core')).toBe(true)
})

function isInImage(name: string): boolean {
  if (name.startsWith('node:')) return true
  if (/\.(ts|mjs)$/.test(name)) return existsSync(name) && copied.some((source) => name === source || name.startsWith(`${source}/`))
  const [scope = '', rest] = name.split('/')
  return (scope.startsWith('@') ? `${scope}/${rest}` : scope) in dependencies
}

/** Files and packages that these need at once or later; types alone are no need. */
function closureOf(entries: string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    if (/\.(ts|mjs)$/.test(name) && existsSync(name)) importsOf(name).forEach(visit)
  }
  entries.forEach(visit)
  return seen
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const { module } = parseSync(file, text)
  const plain = module.staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType)).map(({ moduleRequest }) => moduleRequest.value)
  const passedOn = module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])))
  const late = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => /^(['"])(.*)\1$/.exec(text.slice(start, end))?.[2] ?? [])
  return [...plain, ...passedOn, ...late].map((target) => resolveImport(file, target))
}

function resolveImport(file: string, target: string): string {
  if (target.startsWith('#')) return target.replace(/^#(\w+)\//, (_, room: string) => (room === 'tests' ? 'tests/' : `src/${room}/`))
  return target.startsWith('.') ? join(dirname(file), target) : target
}
