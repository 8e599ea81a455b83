import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { queryOnce } from '#tests/support/database.ts'
import { describeDataLocation } from './embedded-notices.ts'
import { findRunning, startEmbedded, type EmbeddedDatabase } from './embedded.ts'

/** Where the database of a data folder is, and that an empty one never replaces it. */
const folders: string[] = []
const running: EmbeddedDatabase[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

const asRoot = test.skipIf(process.getuid?.() !== 0)

asRoot('as root the data folder is accessible to the database’s user and to no other user', async () => {
  const folder = await newFolder()
  const { data } = await start(join(folder, 'data'))
  expect(data).toBe(join(folder, 'data', 'postgres'))
  expect(await modeOf(join(folder, 'data'))).toBe('710')
  expect((await stat(join(folder, 'data'))).gid).toBe((await stat(data)).gid)
  expect(await modeOf(data)).toBe('700')
})

asRoot(
  'under an inaccessible parent the database is created elsewhere, and not reused by a new data folder',
  async () => {
    const dataDir = join(await newFolder(0o700), 'data')
    const first = await start(dataDir)
    folders.push(dirname(first.data))
    expect(await readFile(join(dataDir, 'postgres.location'), 'utf8')).toBe(`${first.data}\n`)
    expect([await modeOf(dataDir), await modeOf(dirname(first.data)), await modeOf(first.data)]).toEqual([
      '700',
      '710',
      '700',
    ])
    expect(await findRunning(dataDir)).toBe(first.url)
    await queryOnce(first.url, 'create table kept (n int)')
    await first.stop()

    const again = await start(dataDir)
    expect(again.data).toBe(first.data)
    expect(await queryOnce(again.url, 'select count(*)::int as count from kept')).toEqual([{ count: 0 }])
    await again.stop()

    await rm(dataDir, { recursive: true })
    const anew = await start(dataDir)
    folders.push(dirname(anew.data))
    expect(anew.data).not.toBe(first.data)
    await expect(queryOnce(anew.url, 'select from kept')).rejects.toThrow(/does not exist/)
    expect(await describeDataLocation(dataDir, anew.data)).toEqual([
      expect.stringContaining(`База данных лежит отдельно от DATA_DIR, в ${anew.data}`),
      expect.stringContaining(`В ${dirname(first.data)} осталась база данных`),
    ])
  },
)

asRoot(
  'if a parent folder becomes inaccessible the start is refused with instructions, and no data is lost',
  async () => {
    const parent = join(await newFolder(), 'p')
    const dataDir = join(parent, 'data')
    await mkdir(parent, { mode: 0o755 })
    await writeMarkerRow(dataDir)

    await chmod(parent, 0o700)
    await expect(start(dataDir)).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringMatching(
        new RegExp(`лежит в ${dataDir}/postgres.* войти в папку ${parent} \\(права 700\\).*chmod o\\+x ${parent} `),
      ) as string,
    })
    await chmod(parent, 0o711)
    const opened = await start(dataDir)
    expect(await queryOnce(opened.url, 'select word from kept')).toEqual([{ word: 'заказ' }])
    expect(await describeDataLocation(dataDir, opened.data)).toEqual([])
  },
)

asRoot(
  'with a missing database, or a data folder copied without it, the start is refused and creates nothing',
  async () => {
    const folder = await newFolder(0o700)
    const dataDir = join(folder, 'data')
    const { data } = await writeMarkerRow(dataDir)
    const lost = `${dirname(data)}-lost`
    folders.push(dirname(data), lost)
    await cp(dataDir, join(folder, 'copy'), { recursive: true })
    await rename(dirname(data), lost)

    for (const from of [dataDir, join(folder, 'copy')]) {
      await expect(start(from)).rejects.toMatchObject({
        name: 'StartRefused',
        message: expect.stringMatching(
          new RegExp(`лежала в ${data} .*npm run restore.*удалите файл ${from}/postgres\\.location\\.$`),
        ) as string,
      })
    }
    await expect(stat(dirname(data))).rejects.toThrow('ENOENT')

    await rename(lost, dirname(data))
    expect(await queryOnce((await start(dataDir)).url, 'select word from kept')).toEqual([{ word: 'заказ' }])
  },
)

asRoot('after removing the file that names a lost database an empty one is created', async () => {
  const dataDir = join(await newFolder(), 'data')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'postgres.location'), '/var/lib/opt-portal/lost/postgres\n')
  await expect(start(dataDir)).rejects.toThrow('сейчас её там нет')
  await rm(join(dataDir, 'postgres.location'))
  expect((await start(dataDir)).data).toBe(join(dataDir, 'postgres'))
})

asRoot('a moved data folder keeps its database, which is not reported as abandoned', async () => {
  const folder = await newFolder(0o700)
  const { data } = await writeMarkerRow(join(folder, 'data'))
  folders.push(dirname(data))
  await rename(join(folder, 'data'), join(folder, 'moved'))
  await (await start(join(folder, 'moved'))).stop()
  const anew = await start(join(folder, 'data'))
  folders.push(dirname(anew.data))
  expect(await describeDataLocation(join(folder, 'data'), anew.data)).toEqual([expect.stringContaining(anew.data)])
})

asRoot('a second database beside the one in use is reported', async () => {
  const folder = await newFolder(0o700)
  const dataDir = join(folder, 'data')
  const { data } = await writeMarkerRow(dataDir)
  folders.push(dirname(data))
  await chmod(folder, 0o755)
  await rename(join(dataDir, 'postgres.location'), join(folder, 'location'))
  await writeMarkerRow(dataDir)
  await rename(join(folder, 'location'), join(dataDir, 'postgres.location'))
  const notices = await describeDataLocation(dataDir, (await start(dataDir)).data)
  expect(notices).toContainEqual(
    expect.stringMatching(
      new RegExp(`В ${dataDir}/postgres лежит ещё одна база данных.*удалите файл ${dataDir}/postgres\\.location`),
    ),
  )
})

test('a damaged database is never replaced by an empty one', async () => {
  const dataDir = join(await newFolder(), 'data')
  const { data } = await writeMarkerRow(dataDir)
  await rename(join(data, 'PG_VERSION'), join(dataDir, 'PG_VERSION'))
  await expect(start(dataDir)).rejects.toThrow(/не пуста, но целой базы данных в ней нет/)
  await rename(join(dataDir, 'PG_VERSION'), join(data, 'PG_VERSION'))
  expect(await queryOnce((await start(dataDir)).url, 'select word from kept')).toEqual([{ word: 'заказ' }])
})

test('a first start killed while creating the database starts over', async () => {
  const dataDir = join(await newFolder(), 'data')
  await mkdir(join(dataDir, 'postgres.unfinished'), { recursive: true })
  await writeFile(join(dataDir, 'postgres.unfinished', 'PG_VERSION'), '18\n')
  expect(await queryOnce((await start(dataDir)).url, 'select 1 as one')).toEqual([{ one: 1 }])
  await expect(stat(join(dataDir, 'postgres.unfinished'))).rejects.toThrow('ENOENT')
})

async function newFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-embedded-'))
  folders.push(folder)
  await chmod(folder, mode)
  return folder
}

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const server = await startEmbedded(dataDir)
  running.push(server)
  return server
}

/** A database with a row in it, stopped again. */
async function writeMarkerRow(dataDir: string): Promise<EmbeddedDatabase> {
  const server = await start(dataDir)
  await queryOnce(server.url, "create table kept as select 'заказ' as word")
  await server.stop()
  return server
}

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8)
}
