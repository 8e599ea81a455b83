import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Names that only the wire has: quantity, warehouse, page size and bounds of the price. */
const wireName = /\b(?:qnt|wms|perpage|minprice|maxprice)\b/

/** Rooms whose services still speak wire names. A room that is rid of them leaves the list. */
const notYetClean = ['buying/uploads', 'catalogue/card', 'catalogue/facets', 'catalogue/search']

test('wire names stand in routes and presenters only, but for the rooms listed', () => {
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
