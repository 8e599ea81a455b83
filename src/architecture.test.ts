import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

/**
 * The architecture (docs/architecture.md) as rules over imports. A failing test names each offending import.
 */
type Import = { from: string; to: string; typeOnly: boolean }

/** The server's tiers from the lowest: a tier uses itself and those before it. */
const tiers = ['platform', 'customers', 'catalogue', 'buying', 'aftersale', 'doors']
/**
 * The web's from below: the kit, parts of several screens, features, screens put together of features, the frame,
 * addresses.
 */
const webTiers = [['ui'], ['parts'], ['buyer', 'staff', 'common'], ['pages'], ['shell'], ['routes']]
const maxFilesInFolder = 25
const maxLines = 450
/** Tests list many cases. */
const maxTestLines = 600
const maxLineLength = 120

const files = globSync('src/**/*.{ts,tsx}')
  .filter((file) => !file.endsWith('.gen.ts'))
  .toSorted()
const sources = files.filter((file) => !/\.test\.tsx?$/.test(file))
const imports = sources.flatMap((file) => importsOf(file))
const besides = globSync('{tests,bench,scripts}/**/*.ts').toSorted()

test('shared imports nothing but itself and zod', () => {
  expect(
    offenders(({ from, to }) => within(from, 'src/shared') && !within(to, 'src/shared') && to !== 'zod/mini'),
  ).toEqual([])
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

test('the web imports only types of errors.ts, whose sentences would load with every page', () => {
  expect(
    offenders(({ from, to, typeOnly }) => within(from, 'src/web') && to === 'src/shared/errors.ts' && !typeOnly),
  ).toEqual([])
})

test("the server's tiers import only lower tiers, and nothing imports the startup code", () => {
  const rank = (file: string) => (within(file, 'src/server') ? tiers.indexOf(file.split('/')[2] ?? '') : undefined)
  const starts = (file: string) => /^src\/server\/[\w-]+\.ts$/.test(file)
  for (const file of sources.filter((each) => within(each, 'src/server'))) {
    expect(starts(file) || rank(file) !== -1, `${file} stands in no tier`).toBe(true)
  }
  expect(
    offenders(({ from, to }) => {
      const [user, used] = [rank(from), rank(to)]
      if (user === undefined || used === undefined || starts(from)) return false
      return starts(to) || used > user
    }),
  ).toEqual([])
})

test('inside a room imports go one way: routes, service, queries, schema', () => {
  const rank = (file: string) => {
    if (within(file, 'src/server/platform/db/schema')) return 0
    const name = file.split('/').at(-1) ?? ''
    if (!tiers.slice(1, -1).some((tier) => within(file, `src/server/${tier}`))) return undefined
    if (/^(shared-)?queries/.test(name)) return 1
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

test("a room's queries are imported only by the room; others import its shared-queries", () => {
  expect(
    offenders(
      ({ from, to }) => within(to, 'src/server') && /\/queries[\w-]*\.ts$/.test(to) && roomOf(from) !== roomOf(to),
    ),
  ).toEqual([])
})

test('every shared-queries file is imported by another room', () => {
  const shared = sources.filter((file) => /\/shared-queries[\w-]*\.ts$/.test(file))
  const used = new Set(imports.filter(({ from, to }) => roomOf(from) !== roomOf(to)).map(({ to }) => to))
  expect(shared.filter((file) => !used.has(file))).toEqual([])
})

test('only routes, http and app import Fastify', () => {
  const may = (file: string) =>
    within(file, 'src/server/platform/http') ||
    /(^|\/)[\w-]*routes[\w-]*\.ts$/.test(file) ||
    file === 'src/server/app.ts'
  expect(offenders(({ from, to }) => within(from, 'src/server') && /^@?fastify/.test(to) && !may(from))).toEqual([])
})

test('only app imports routes', () => {
  expect(
    offenders(
      ({ from, to }) =>
        from !== 'src/server/app.ts' && /^src\/server\/.*routes[\w-]*\.ts$/.test(to) && within(from, 'src/server'),
    ),
  ).toEqual([])
})

test('only queries, the exchange’s apply, jobs and the database room import tables', () => {
  const may = (file: string) =>
    within(file, 'src/server/platform/db') ||
    within(file, 'src/server/doors/demo') ||
    /\/((shared-)?queries|apply)[\w-]*(\.ts|\/)/.test(file) ||
    file === 'src/server/platform/settings.ts'
  expect(
    offenders(({ from, to, typeOnly }) => !typeOnly && within(to, 'src/server/platform/db/schema') && !may(from)),
  ).toEqual([])
})

test('there is no import circle among the folders of a folder', () => {
  expect(findFolderCircles(imports)).toEqual([])
})

test('the check finds a circle of folders without a cycle of files', () => {
  const paths = {
    'src/a/one.ts': "import { b } from '../b/one.ts'",
    'src/b/deep/two.ts': "import { a } from '../../a/two.ts'",
    'src/a/two.ts': '',
    'src/b/one.ts': '',
  }
  expect(findFolderCircles(Object.entries(paths).flatMap(([file, text]) => importsOf(file, text)))).toEqual([
    'src: a → b → a',
  ])
})

test(`no folder of src, tests, bench or scripts has more than ${maxFilesInFolder} files of code besides tests`, () => {
  const sizes = Map.groupBy([...sources, ...besides.filter((file) => !file.endsWith('.test.ts'))], dirname)
  expect(
    [...sizes]
      .filter(([, held]) => held.length > maxFilesInFolder)
      .map(([folder, held]) => `${folder}: ${held.length}`),
  ).toEqual([])
})

test("the web's tiers import only lower tiers", () => {
  const rank = (file: string) => webTiers.findIndex((tier) => tier.some((folder) => within(file, `src/web/${folder}`)))
  expect(
    offenders(({ from, to }) => {
      const [user, used] = [rank(from), rank(to)]
      return user >= 0 && used > user
    }),
  ).toEqual([])
})

test('the ui kit imports money, dates and plural forms, and nothing else of the domain', () => {
  const known = new Set(
    ['rules/money.ts', 'rules/dates.ts', 'rules/plural.ts', 'constants.ts'].map((name) => `src/shared/${name}`),
  )
  expect(offenders(({ from, to }) => within(from, 'src/web/ui') && within(to, 'src/shared') && !known.has(to))).toEqual(
    [],
  )
})

test("the web's features never import each other", () => {
  const feature = (file: string) => /^src\/web\/((?:buyer|staff|common)\/[\w-]+)\//.exec(file)?.[1]
  expect(
    offenders(({ from, to }) => {
      const [user, used] = [feature(from), feature(to)]
      return user !== undefined && used !== undefined && user !== used
    }),
  ).toEqual([])
})

test('there are no import cycles, not even of types', () => {
  expect(findCycles([...files, ...besides].flatMap((file) => importsOf(file)))).toEqual([])
})

test('the check finds a cycle of type imports, re-exports and dynamic imports', () => {
  const cycle = {
    'src/a.ts': "import type { B } from './b.ts'",
    'src/b.ts': "export type { C } from '#web/c.ts'",
    'src/web/c.ts': "void import('../a.ts')",
  }
  expect(findCycles(Object.entries(cycle).flatMap(([file, text]) => importsOf(file, text)))).toEqual([
    'src/a.ts → src/b.ts → src/web/c.ts → src/a.ts',
  ])
})

test(`there are no barrel files, no file above ${maxLines} lines and no test above ${maxTestLines}`, () => {
  // In src/web/routes a file named index is the page of its folder's URL.
  expect(files.filter((file) => /(^|\/)index\.tsx?$/.test(file) && !within(file, 'src/web/routes'))).toEqual([])
  const limitOf = (file: string) => (/\.test\.tsx?$/.test(file) ? maxTestLines : maxLines)
  expect(files.filter((file) => linesOf(file).length > limitOf(file) + 1)).toEqual([])
})

test(`no line is longer than ${maxLineLength} characters`, () => {
  const written = globSync(['*.ts', '{src,tests,bench,scripts}/**/*.{ts,tsx,css,mjs}'])
  // The router's plugin writes this file.
  const long = written
    .filter((file) => file !== 'src/web/route-tree.gen.ts')
    .flatMap((file) =>
      linesOf(file).flatMap((line, index) => (line.length > maxLineLength ? [`${file}:${index + 1}`] : [])),
    )
  expect(written.length).toBeGreaterThan(files.length)
  expect(long).toEqual([])
})

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n')
}

function offenders(breaks: (imported: Import) => boolean): string[] {
  return imports.filter(breaks).map(({ from, to }) => `${from} imports ${to}`)
}

/** 'src/server/buying/basket/' */
function roomOf(file: string): string | undefined {
  return /^src\/server\/[\w-]+\/[\w-]+\//.exec(file)?.[0]
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
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ target: moduleRequest.value, typeOnly: isType }] : [],
    ),
  )
  const late = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const target = /^(['"])(.*)\1$/.exec(text.slice(start, end))?.[2]
    return target === undefined ? [] : [{ target, typeOnly: false }]
  })
  return [...plain, ...again, ...late].map(({ target, typeOnly }) => ({
    from: file,
    to: resolveImport(file, target),
    typeOnly,
  }))
}

function resolveImport(file: string, target: string): string {
  if (target.startsWith('#'))
    return target.replace(/^#(\w+)\//, (_, room: string) => (room === 'tests' ? 'tests/' : `src/${room}/`))
  if (!target.startsWith('.')) return target
  return relative('.', join(dirname(file), target))
}

/** An import counts at the common folder of its two files, between the two subfolders. */
function findFolderCircles(imported: Import[]): string[] {
  const sideways = imported.flatMap(({ from, to }) => {
    const [ways, others] = [from.split('/'), to.split('/')]
    const parting = ways.findIndex((step, index) => step !== others[index])
    // One of them is directly in the common folder.
    if (parting < 0 || parting >= ways.length - 1 || parting >= others.length - 1) return []
    return [
      {
        folder: ways.slice(0, parting).join('/'),
        from: ways[parting] ?? '',
        to: others[parting] ?? '',
        typeOnly: false,
      },
    ]
  })
  return [...Map.groupBy(sideways, ({ folder }) => folder)].flatMap(([folder, edges]) =>
    findCycles(edges).map((cycle) => `${folder}: ${cycle}`),
  )
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
