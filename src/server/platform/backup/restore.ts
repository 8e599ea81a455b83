import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { lockMigrations, migrateDatabase } from '#server/platform/db/migrate.ts'
import { isStoreKey } from '#server/platform/files/keys.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { readArchive, readText, verifyArchive, type ArchiveEntry } from './archive.ts'
import { connectForCopy } from './connection.ts'
import { contents, contentsName, filePrefix, rebuiltFolder, tableFolder, type Contents } from './contents.ts'
import { buildSchema, prepareTables, setSequences, writeTable } from './copy-in.ts'
import {
  dropEmptyTables,
  expectEmptyDatabase,
  expectNoFiles,
  removeUnfinished,
  BackupRefused,
  restoreWithSameVersion,
} from './restore-target.ts'

export type RestoreSummary = {
  madeAt: string
  postgresql: string
  tables: number
  files: number
  /** Foreign files in the backup, which are not restored. */
  foreign: string[]
}
type Target = {
  url: string
  dataDir: string
  path: string
  /**
   * Number of order numbers to skip after the backup's last one: 1C may know orders placed since then and would take a
   * reused number for a change.
   */
  skipOrderNumbers: number
  /** Stored with the data, for `findCommitted`. */
  id?: string
  /** Called when the data may be committed, even if the restore fails afterwards. */
  onCommit?: () => void
}

const unfinishedPrefix = 'files.restoring-'
/** Marks the files' folder until the database has committed; folders without the mark are in use. */
const uncommittedName = '.restoring'

/**
 * Restores database and files of a backup into an empty location. Reads and checks the whole backup first; writes the
 * database in one transaction and renames the files' folder just before it commits.
 */
export async function restoreBackup({
  url,
  dataDir,
  path,
  skipOrderNumbers,
  ...rest
}: Target): Promise<RestoreSummary> {
  await verifyArchive(path)
  const filesRoot = join(dataDir, 'files')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const client = await connectForCopy(url)
  let unfinished: string | undefined
  try {
    // Another restore may be running until then.
    await lockMigrations(client)
    await expectFreeFolder(dataDir)
    await expectEmptyDatabase(client)
    await removeUnfinished(dataDir, unfinishedPrefix)
    unfinished = await mkdtemp(join(dataDir, unfinishedPrefix))
    await client.query('begin')
    const restored = await load(client, { path, unfinished, skipOrderNumbers })
    await deleteTransientRows(client)
    await recordCommitted(client, { id: rest.id, madeAt: restored.madeAt })
    await writeFile(join(unfinished, uncommittedName), '')
    await rm(filesRoot, { recursive: true, force: true })
    await rename(unfinished, filesRoot)
    rest.onCommit?.()
    await client.query('commit')
    await releaseFiles(dataDir)
    return restored
  } catch (error) {
    if (unfinished) await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    // Uncommitted data disappears with the connection.
    await client.end()
  }
}

/** Throws if the data folder contains files. */
export async function expectFreeFolder(dataDir: string): Promise<void> {
  const filesRoot = join(dataDir, 'files')
  if (!(await isUncommitted(filesRoot))) await expectNoFiles(filesRoot)
}

/** The files are in use once the database has committed. */
export async function releaseFiles(dataDir: string): Promise<void> {
  await rm(join(dataDir, 'files', uncommittedName), { force: true })
}

/** In the restore's transaction, as a comment of a schema that every restored database has. */
async function recordCommitted(client: pg.Client, { id, madeAt }: { id: string | undefined; madeAt: string }) {
  if (id !== undefined) await client.query(`comment on schema drizzle is ${client.escapeLiteral(`${id} ${madeAt}`)}`)
}

/** When the backup was made that the restore with this id has committed; undefined if it has not. */
export async function findCommitted(url: string, { id }: { id: string }): Promise<string | undefined> {
  const client = await connectForCopy(url)
  try {
    const {
      rows: [found],
    } = await client.query<{ note: string | null }>(
      "select obj_description(to_regnamespace('drizzle'), 'pg_namespace') as note",
    )
    const [committed, madeAt] = found?.note?.split(' ') ?? []
    return committed === id ? madeAt : undefined
  } finally {
    await client.end()
  }
}

/** Whether the files belong to a restore whose database was not committed. */
function isUncommitted(filesRoot: string): Promise<boolean> {
  return stat(join(filesRoot, uncommittedName)).then(
    () => true,
    () => false,
  )
}

/**
 * Deletes data valid only in the original database: sessions, so that everybody signs in again, 1C too; and rows with
 * transaction ids, which restart in another cluster.
 */
async function deleteTransientRows(client: pg.Client): Promise<void> {
  const statements = {
    // Children of sessions, which a restore without triggers would leave behind.
    web_pushes: 'delete from web_pushes',
    web_push_subscriptions: 'delete from web_push_subscriptions',
    actings: 'delete from actings',
    sessions: 'delete from sessions',
    setup_tokens: 'delete from setup_tokens',
    exchange_sessions: 'update exchange_sessions set token_hash = null where token_hash is not null',
    catalogue_changes: 'truncate catalogue_changes',
    price_feeds: "update price_feeds set build = 0, as_of = ''",
  }
  for (const [table, statement] of Object.entries(statements)) {
    const {
      rows: [found],
    } = await client.query<{ exists: boolean }>("select to_regclass('public.' || $1) is not null as exists", [table])
    // Older versions may lack it.
    if (found?.exists) await client.query(statement)
  }
}

/** Migrates a restored database to this version and updates its statistics. */
export async function migrateRestored(url: string): Promise<void> {
  await migrateDatabase(url)
  const client = await connectForCopy(url)
  try {
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

async function load(
  client: pg.Client,
  { path, unfinished, skipOrderNumbers }: { path: string; unfinished: string; skipOrderNumbers: number },
): Promise<RestoreSummary> {
  const entries = await openEntries(path)
  const head = await readContents(entries.current())
  await entries.advance()
  await dropEmptyTables(client)
  await buildSchema(client, head)
  const { reattach } = await prepareTables(client)
  for (const [index, table] of head.tables.entries()) await writeTable(client, table, entries.below(tableFolder(index)))
  await reattach()
  await setSequences(client, head, { skip: skipOrderNumbers })
  const files = await writeFiles(entries, unfinished)
  return { madeAt: head.madeAt, postgresql: head.postgresql, tables: head.tables.length, ...files }
}

async function writeFiles(entries: Entries, root: string): Promise<Pick<RestoreSummary, 'files' | 'foreign'>> {
  const store = openLocalStore(root)
  const foreign: string[] = []
  let files = 0
  for (let entry = entries.current(); isWithin(entry, filePrefix); entry = await entries.advance()) {
    const key = entry.name.slice(filePrefix.length)
    const isOurs = isStoreKey(key)
    if (!isOurs) foreign.push(key)
    if (!isOurs || key.startsWith(rebuiltFolder)) {
      await skip(entry)
      continue
    }
    await store.put(key, Readable.from(entry.content))
    files += 1
  }
  return { files, foreign }
}

/** Continues with the next entry after this one was read. */
async function skip({ content }: ArchiveEntry): Promise<void> {
  for await (const _piece of content);
}

async function readContents(entry: ArchiveEntry | undefined): Promise<Contents> {
  if (entry?.name !== contentsName) throw new BackupRefused('Это не резервная копия портала')
  const parsed = contents.safeParse(JSON.parse(await readText(entry.content)))
  if (!parsed.success) throw new BackupRefused(`Копия сделана другой версией портала: ${restoreWithSameVersion}`)
  return parsed.data
}

type Entries = Awaited<ReturnType<typeof openEntries>>

/** Entries of a backup, one at a time. */
async function openEntries(path: string) {
  const iterator = readArchive(path)
  let { value: entry } = (await iterator.next()) as { value: ArchiveEntry | undefined }
  async function advance(): Promise<ArchiveEntry | undefined> {
    entry = (await iterator.next()).value as ArchiveEntry | undefined
    return entry
  }
  return {
    current: () => entry,
    advance,
    /** Contents of the entries of one folder, concatenated. */
    async *below(folder: string): AsyncGenerator<Uint8Array> {
      for (; isWithin(entry, `${folder}/`); await advance()) yield* entry.content
    },
  }
}

function isWithin(entry: ArchiveEntry | undefined, prefix: string): entry is ArchiveEntry {
  return entry?.name.startsWith(prefix) ?? false
}
