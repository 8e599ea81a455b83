import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Names used only on the wire: quantity, warehouse, page size and price bounds. */
const wireName = /\b(?:qnt|wms|perpage|minprice|maxprice)\b/

/** The types of a call's input, and conversions from roubles. */
const wireInput =
  /\b(?:ParsedInputOf|InputOf)\b|import \{[^}]*\bkopecks(?:OrNull)?\b[^}]*\} from '#shared\/rules\/money\.ts'/s

/** Rooms whose services still use wire names. A room without them is removed from the list. */
const notYetClean = ['buying/uploads', 'catalogue/facets']

test('wire names are used only in routes and presenters, and in the rooms listed', () => {
  const rooms = globSync('src/server/**/*.ts')
    .filter((file) => !isRoute(file))
    .filter((file) => codeOf(file).some((line) => wireName.test(line)))
    .map((file) => file.split('/').slice(2, 4).join('/'))
  expect([...new Set(rooms)].toSorted((a, b) => a.localeCompare(b))).toEqual(notYetClean)
})

test('services take neither the input of a call nor roubles: routes and shapes translate it', () => {
  const taking = globSync('src/server/{customers,catalogue,buying,aftersale,doors/administration}/**/*.ts')
    .filter((file) => !isRoute(file) && wireInput.test(codeOf(file).join('\n')))
    .map((file) => file.slice('src/server/'.length))
  expect(taking).toEqual([])
})

function isRoute(file: string): boolean {
  return /\.test\.ts$|routes\.ts$|\/shape[\w-]*\.ts$/.test(file)
}

function codeOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line))
}
