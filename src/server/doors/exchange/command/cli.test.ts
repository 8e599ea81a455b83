import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { zipOf } from '#tests/support/exchange.ts'
import { document, importXml, offersXml, offerXml, pricesXml } from '#tests/support/export-1c.ts'
import { runExchange } from './cli.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'exchange-cli-'))
  await mkdir(join(folder, 'data'))
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

/** Returns the exit code and all output. */
async function run(...args: string[]): Promise<{ code: number; stdout: string }> {
  return runIn(join(folder, 'data'), ...args)
}

async function runIn(dataDir: string, ...args: string[]): Promise<{ code: number; stdout: string }> {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line))
  const code = await runExchange(args, { DATABASE_URL: database.url, DATA_DIR: dataDir })
  return { code, stdout: lines.join('\n') }
}

const goodsCount = async () =>
  (await database.pool.query('select count(*) as n from products')).rows[0] as { n: number }

test("a folder that is not the portal's is refused and not created", async () => {
  const mistyped = join(folder, 'mistyped')
  expect(await runIn(mistyped, 'log')).toEqual({
    code: 1,
    stdout: `Папки ${mistyped} нет. Проверьте DATA_DIR: в ней портал хранит картинки и файлы обмена`,
  })
  expect(await readdir(folder)).not.toContain('mistyped')
})

test('load with an unknown file names it, loads nothing and exits with 1', async () => {
  const known = await write('import0_1.xml', importXml([{ id: 'a' }], { full: true }))
  const sheet = await write('прайс.xlsm', 'не выгрузка')
  const archive = await write('empty.zip', await zipOf({ 'readme.txt': 'ничего' }))
  const broken = await write('broken.zip', 'PK не архив')
  const bare = join(folder, 'bare')
  await mkdir(bare)
  const { code, stdout } = await run('load', known, sheet, archive, broken, bare, join(folder, 'нет.xml'))
  expect(code).toBe(1)
  expect(stdout).toContain('Не удалось: не загружено ничего.')
  for (const path of [sheet, archive, broken, bare, join(folder, 'нет.xml')])
    expect(stdout).toMatch(new RegExp(`  ${path}: [а-я]`, 'i'))
  expect(stdout).not.toContain(known)
  expect(await goodsCount()).toEqual({ n: 0 })
})

describe('load of a folder', () => {
  const part = (...ids: string[]) =>
    importXml(
      ids.map((id) => ({ id })),
      { full: true, catalogue: 'in-parts' },
    )
  const active = async () =>
    (
      await database.pool.query<{ code: string }>(
        "select code1c as code from products where catalogue_code = 'in-parts' and active order by 1",
      )
    ).rows.map(({ code }) => code)

  async function writeFolder(name: string, files: Record<string, string | Uint8Array>): Promise<string> {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name, path)), { recursive: true })
      await write(join(name, path), content)
    }
    return join(folder, name)
  }

  test('loads its archives as parts of one export, in 1C’s order, and deactivates none of their goods', async () => {
    await run('load', await write('before.xml', part('g1', 'g2', 'g3', 'g4', 'g5', 'g9')))
    const nested = await zipOf({ 'import0_4.xml': part('g5') })
    const { code, stdout } = await run(
      'load',
      await writeFolder('parts', {
        'import0_10.xml': part('g6'),
        'import0_1.xml': part('g1', 'g2'),
        'webdata/IMPORT0_2.ZIP': await zipOf({ 'import0_2.xml': part('g3') }),
        'import0_3.zip': await zipOf({ 'webdata/import0_3.xml': part('g4'), 'webdata/more.zip': nested }),
        'import_files/ab/g1.jpg': 'картинка',
        'docs/g1.pdf': 'паспорт',
        '.DS_Store': 'папка',
        'webdata/Thumbs.db': 'папка',
      }),
    )
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Снято с продажи: 1 из 7 товаров') as string,
    })
    expect(stdout.match(/^import0_\d+\.xml$/gm)).toEqual([
      'import0_1.xml',
      'import0_3.xml',
      'import0_4.xml',
      'import0_10.xml',
      'import0_2.xml',
    ])
    expect(await active()).toEqual(['g1', 'g2', 'g3', 'g4', 'g5', 'g6'])
  })

  test('with foreign files in it or in its archives names them, loads nothing and exits with 1', async () => {
    const before = await active()
    const deep = await zipOf({ 'deep.zip': await zipOf({ 'deeper.zip': await zipOf({ 'import.xml': part('g7') }) }) })
    const export1c = await writeFolder('strange', {
      'import0_1.xml': part('g1'),
      'notes.txt': 'заметки',
      'sub/import0_2.rar': 'Rar!',
      'broken.zip': 'PK не архив',
      'empty.zip': await zipOf({}),
      'more.zip': await zipOf({ 'readme.txt': 'ничего', 'import0_3.xml': part('g3'), 'what?.xml': part('g4') }),
      'twice.zip': await zipOf({ 'import.xml': part('g8'), './import.xml': part('g9') }),
      'deep.zip': deep,
    })
    await symlink(export1c, join(export1c, 'again'))
    const { code, stdout } = await run('load', export1c)
    expect(code).toBe(1)
    expect(stdout).toContain('Не удалось: не загружено ничего.')
    const named = [
      'notes.txt',
      'sub/import0_2.rar',
      'broken.zip',
      'empty.zip',
      'more.zip/readme.txt',
      'more.zip/what?.xml',
      'twice.zip/./import.xml',
      'deep.zip',
      'deep.zip/deep.zip/deeper.zip',
      'again',
    ]
    const paths = stdout
      .split('\n')
      .slice(1)
      .map(
        (line) =>
          line
            .trim()
            .slice(export1c.length + 1)
            .split(': ')[0],
      )
    expect([new Set(paths), paths.length]).toEqual([new Set(named), named.length])
    expect(await active()).toEqual(before)
    expect(await readdir(join(folder, 'data', 'files', 'exchange')).catch(() => [])).toEqual([])
  })

  test('names the first fifty of many foreign files and counts the others', async () => {
    const many = await writeFolder(
      'many',
      Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`note${n}.txt`, ''])),
    )
    const { stdout } = await run('load', many)
    expect(stdout.split('\n')).toHaveLength(52)
    expect(stdout).toContain('  и ещё 10')
  })
})

test.each([
  ['a feed of news', '<rss><channel/></rss>', 'корневой элемент «rss»'],
  ['orders', document('<Документ><Ид>1</Ид><Номер>1</Номер></Документ>'), 'ни товаров, ни цен, ни остатков'],
  ['nothing', '', 'Файл пуст'],
])('load of an XML that contains %s names the file and exits with 1', async (_what, content, reason) => {
  const path = await write('other.xml', content)
  const { code, stdout } = await run('load', path)
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: expect.stringMatching(new RegExp(`^other\\.xml: .*${reason}`)) as string,
  })
})

test('load reports offers without goods', async () => {
  const { code, stdout } = await run('load', await write('offers0_1.xml', offersXml([offerXml('x', '', 'Болт')])))
  expect(code).toBe(0)
  expect(stdout).toContain('Предложений без товара: 1 (разных товаров: 1), они ждут.')
})

test('log lists the latest runs; log of a run lists every rejected record with the reason', async () => {
  const offers = Array.from({ length: 3 }, (_, n) => offerXml(`log-${n}`, pricesXml({ t: 'дорого' }), `Болт ${n}`))
  const loaded = await run(
    'load',
    await write('log.xml', importXml([0, 1, 2].map((n) => ({ id: `log-${n}` })))),
    await write('prices.xml', offersXml(offers)),
  )
  const runId = /npm run exchange -- log (\d+)/.exec(loaded.stdout)?.[1] ?? ''
  const all = await run('log')
  expect(all.code).toBe(0)
  expect(all.stdout).toMatch(new RegExp(`^${runId}  .*prices\\.xml: готово, записей с замечаниями: 3$`, 'm'))
  const { code, stdout } = await run('log', runId)
  expect(code).toBe(0)
  for (const n of [0, 1, 2]) expect(stdout).toContain(`Цена | log-${n} | Болт ${n} | Неверная цена «дорого»`)
  expect(await run('log', '999999')).toEqual({ code: 1, stdout: 'Такого запуска в журнале нет' })
})
