import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

/**
 * The shape of the house (docs/architecture.md) as rules over imports. A test's failure names each offending import.
 */
type Import = { from: string; to: string; typeOnly: boolean }

const ladder = ['access', 'organisations', 'notifications', 'mail', 'pictures', 'catalogue', 'stock', 'prices', 'lists', 'views', 'showcase', 'presentation', 'price-lists', 'delivery', 'basket', 'uploads', 'orders', 'drafts', 'order-documents']
const mostLines = 400

const files = globSync('src/**/*.{ts,tsx}').filter((file) => !file.endsWith('.gen.ts')).toSorted()
const sources = files.filter((file) => !/\.test\.tsx?$/.test(file))
const imports = sources.flatMap((file) => importsOf(file))
const besides = globSync('{tests,bench,scripts}/**/*.ts').toSorted()

test('shared imports nothing but itself and zod', () => {
  expect(offenders(({ from, to }) => within(from, 'src/shared') && !within(to, 'src/shared') && to !== 'zod/mini')).toEqual([])
})

test('web and server never import each other, and only tests use the test support', () => {
  expect(
    offenders(
      ({ from, to }) =>
        (within(from, 'src/web') && within(to, 'src/server')) ||
        (within(from, 'src/server') && within(to, 'src/web')) ||
        within(to, 'tests'),
    ),
  ).toEqual([])
})

test('inside a feature imports go down: routes, service, queries, schema', () => {
  const rank = (file: string) => {
    if (within(file, 'src/server/db/schema')) return 0
    const name = file.split('/').at(-1) ?? ''
    if (!within(file, 'src/server/features')) return undefined
    if (name.startsWith('queries')) return 1
    if (name.startsWith('service')) return 2
    return /routes/.test(name) ? 3 : undefined
  }
  expect(
    offenders(({ from, to }) => {
      const [upper, lower] = [rank(from), rank(to)]
      if (upper === undefined || lower === undefined) return false
      return lower > upper || (upper >= 2 && lower === 0)
    }),
  ).toEqual([])
})

test('only routes, http and app know Fastify', () => {
  const may = (file: string) => within(file, 'src/server/http') || /(^|\/)[\w-]*routes[\w-]*\.ts$/.test(file) || file === 'src/server/app.ts' || within(file, 'src/server/older')
  expect(offenders(({ from, to }) => within(from, 'src/server') && /^@?fastify/.test(to) && !may(from))).toEqual([])
})

test('nothing imports routes or the older layer but app', () => {
  expect(
    offenders(({ from, to }) => from !== 'src/server/app.ts' && (/^src\/server\/.*routes[\w-]*\.ts$/.test(to) || within(to, 'src/server/older')) && within(from, 'src/server') && !within(from, 'src/server/older')),
  ).toEqual([])
})

test('tables are known only to queries, to what applies an exchange, to jobs and to the database room', () => {
  const may = (file: string) => within(file, 'src/server/db') || /\/(queries|apply)[\w-]*(\.ts|\/)/.test(file) || file === 'src/server/settings.ts'
  expect(offenders(({ from, to, typeOnly }) => !typeOnly && within(to, 'src/server/db/schema') && !may(from))).toEqual([])
})

test('features import only those before them on the ladder', () => {
  const step = (file: string) => {
    const name = /^src\/server\/features\/([\w-]+)\//.exec(file)?.[1]
    return name === undefined ? undefined : ladder.indexOf(name)
  }
  for (const file of sources) expect(step(file), `${file}: the ladder of architecture.test.ts does not know this feature`).not.toBe(-1)
  expect(
    offenders(({ from, to }) => {
      const [user, used] = [step(from), step(to)]
      return user !== undefined && used !== undefined && used > user
    }),
  ).toEqual([])
})

test("the web's features never import each other", () => {
  const feature = (file: string) => /^src\/web\/features\/([\w-]+)\//.exec(file)?.[1]
  expect(
    offenders(({ from, to }) => {
      const [user, used] = [feature(from), feature(to)]
      return user !== undefined && used !== undefined && user !== used
    }),
  ).toEqual([])
})

test('no import cycles, be it of types alone', () => {
  expect(findCycles([...files, ...besides].flatMap((file) => importsOf(file)))).toEqual([])
})

test('a cycle is found in types, in what is passed on, and in what is loaded late', () => {
  const cycle = { 'src/a.ts': "import type { B } from './b.ts'", 'src/b.ts': "export type { C } from '#web/c.ts'", 'src/web/c.ts': "void import('../a.ts')" }
  expect(findCycles(Object.entries(cycle).flatMap(([file, text]) => importsOf(file, text)))).toEqual(['src/a.ts → src/b.ts → src/web/c.ts → src/a.ts'])
})

test(`no barrels, and no file above ${mostLines} lines`, () => {
  // In src/web/routes a file named index is the page of its folder's address.
  expect(files.filter((file) => /(^|\/)index\.tsx?$/.test(file) && !within(file, 'src/web/routes'))).toEqual([])
  expect(files.filter((file) => readFileSync(file, 'utf8').split('\n').length > mostLines + 1)).toEqual([])
})

function offenders(breaks: (imported: Import) => boolean): string[] {
  return imports.filter(breaks).map(({ from, to }) => `${from} imports ${to}`)
}

function within(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`)
}

function importsOf(file: string, text = readFileSync(file, 'utf8')): Import[] {
  const { module } = parseSync(file, text)
  const plain = module.staticImports.map(({ moduleRequest, entries }) => ({
    target: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }))
  const again = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ target: moduleRequest.value, typeOnly: isType }] : [])),
  )
  const late = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const target = /^(['"])(.*)\1$/.exec(text.slice(start, end))?.[2]
    return target === undefined ? [] : [{ target, typeOnly: false }]
  })
  return [...plain, ...again, ...late].map(({ target, typeOnly }) => ({ from: file, to: resolveImport(file, target), typeOnly }))
}

function resolveImport(file: string, target: string): string {
  if (target.startsWith('#')) return target.replace(/^#(\w+)\//, (_, room: string) => (room === 'tests' ? 'tests/' : `src/${room}/`))
  if (!target.startsWith('.')) return target
  return relative('.', join(dirname(file), target))
}

function findCycles(imported: Import[]): string[] {
  const next = Map.groupBy(imported, ({ from }) => from)
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (file: string, path: string[]): void => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      return
    }
    state.set(file, 'open')
    for (const { to } of next.get(file) ?? []) visit(to, [...path, file])
    state.set(file, 'done')
  }
  for (const file of next.keys()) visit(file, [])
  return cycles
}
