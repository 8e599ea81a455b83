import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Names used only on the wire: quantity, warehouse, page size and price bounds. */
const wireName = /\b(?:qnt|wms|perpage|minprice|maxprice)\b/

/** The types of a call's input, and conversions from roubles. */
const wireInput =
  /\b(?:ParsedInputOf|InputOf)\b|import \{[^}]*\bkopecks(?:OrNull)?\b[^}]*\} from '#shared\/rules\/money\.ts'/s

/** Headings of buyers' files, among them 'qnt'. */
const headingWords = 'src/server/buying/uploads/reading/heading-words.ts'

test('wire names are used only in routes and presenters', () => {
  const files = globSync('src/server/**/*.ts')
    .filter((file) => !isRoute(file) && file !== headingWords)
    .filter((file) => codeOf(file).some((line) => wireName.test(line)))
  expect(files).toEqual([])
})

test('services take neither the input of a call nor roubles: routes and shapes translate it', () => {
  const taking = globSync('src/server/{customers,catalogue,buying,aftersale,doors/administration}/**/*.ts')
    .filter((file) => !isRoute(file) && wireInput.test(codeOf(file).join('\n')))
    .map((file) => file.slice('src/server/'.length))
  expect(taking).toEqual([])
})

/** Routes, shapes, and the folder that writes the answers of `filter` as bytes. */
function isRoute(file: string): boolean {
  return /\.test\.ts$|routes\.ts$|\/shape[\w-]*\.ts$|\/facets\/render\//.test(file)
}

function codeOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line))
}
