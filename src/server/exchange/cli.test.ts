import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { zipOf } from '#tests/support/exchange.ts'
import { document, importXml, offersXml, offerXml } from '#tests/support/export-1c.ts'
import { runExchange } from './cli.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'exchange-cli-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => vi.restoreAllMocks())

async function write(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

/** Answers the exit code and all that was printed. */
async function run(...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line))
  const code = await runExchange(args, { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') })
  return { code, said: lines.join('\n') }
}

const goodsCount = async () => (await database.pool.query('select count(*) as n from products')).rows[0] as { n: number }

test('load names what it does not know, loads nothing beside it and ends with 1', async () => {
  const known = await write('import0_1.xml', importXml([{ id: 'a' }], { full: true }))
  const sheet = await write('прайс.xlsm', 'не выгрузка')
  const archive = await write('empty.zip', await zipOf({ 'readme.txt': 'ничего' }))
  const broken = await write('broken.zip', 'PK не архив')
  const bare = join(folder, 'bare')
  await mkdir(bare)
  const { code, said } = await run('load', known, sheet, archive, broken, bare, join(folder, 'нет.xml'))
  expect(code).toBe(1)
  expect(said).toContain('Не удалось: не загружено ничего.')
  for (const path of [sheet, archive, broken, bare, join(folder, 'нет.xml')]) expect(said).toMatch(new RegExp(`  ${path}: [а-я]`, 'i'))
  expect(said).not.toContain(known)
  expect(await goodsCount()).toEqual({ n: 0 })
})

test.each([
  ['a price list for programs', '<yml_catalog><shop/></yml_catalog>', 'корневой элемент «yml_catalog»'],
  ['orders', document('<Документ><Ид>1</Ид><Номер>1</Номер></Документ>'), 'ни товаров, ни цен, ни остатков'],
  ['nothing', '', 'Файл пуст'],
])('load ends with 1 where an XML holds %s, and names the file', async (_what, content, reason) => {
  const path = await write('other.xml', content)
  const { code, said } = await run('load', path)
  expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(new RegExp(`^other\\.xml: .*${reason}`)) as string })
})

test('load tells of offers that wait for goods', async () => {
  const { code, said } = await run('load', await write('offers0_1.xml', offersXml([offerXml('x', '', 'Болт')])))
  expect(code).toBe(0)
  expect(said).toContain('Предложений без товара: 1 (разных товаров: 1), они ждут.')
})
