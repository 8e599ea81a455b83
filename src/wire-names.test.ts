import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Names used only on the wire: quantity, warehouse, page size and price bounds. */
const wireName = /\b(?:qnt|wms|perpage|minprice|maxprice)\b/

/** Rooms whose services still use wire names. A room without them is removed from the list. */
const notYetClean = ['buying/uploads', 'catalogue/facets']

test('wire names are used only in routes and presenters, and in the rooms listed', () => {
  const rooms = globSync('src/server/**/*.ts')
    .filter((file) => !/\.test\.ts$|routes\.ts$|\/shape[\w-]*\.ts$/.test(file))
    .filter((file) => codeOf(file).some((line) => wireName.test(line)))
    .map((file) => file.split('/').slice(2, 4).join('/'))
  expect([...new Set(rooms)].toSorted((a, b) => a.localeCompare(b))).toEqual(notYetClean)
})

function codeOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line))
}
