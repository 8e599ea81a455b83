import { readdir, rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { listFiles } from '#server/platform/files/retain-deleted.ts'
import { copiedSchemas } from './contents.ts'

export const restoreWithSameVersion = 'восстановите её той же версией'

/** A backup or restore that is not possible; the message is Russian, for the administrator. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

/** Tables with real data, unlike settings, jobs and reference data of a fresh portal. */
const ownTables = ['accounts', 'organisations', 'products', 'orders', 'exchange_sessions']

/** Throws if the database is in use or contains data. */
export async function expectEmptyDatabase(client: pg.Client): Promise<void> {
  if (await isInUse(client))
    throw new BackupRefused('База данных занята: остановите портал и всё, что к ней подключено')

  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename::text as name from pg_tables where schemaname = 'public'",
  )
  if (tables.length > 0 && !(await isOurs(client)))
    throw new BackupRefused('В базе данных есть таблицы другой программы: восстановите копию в новую базу')
  for (const table of ownTables.filter((own) => tables.some(({ name }) => name === own))) {
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    if (rowCount) throw new BackupRefused(`База данных не пуста (${table}): восстановите копию в новую базу`)
  }
}

/** Whether the portal created the tables here. */
async function isOurs(client: pg.Client): Promise<boolean> {
  const {
    rows: [found],
  } = await client.query<{ ours: boolean }>("select to_regclass('drizzle.__drizzle_migrations') is not null as ours")
  return found?.ours ?? false
}

/** Waits briefly for closing connections. */
async function isInUse(client: pg.Client): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const { rowCount } = await client.query(`
      select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend'`)
    if (!rowCount || attempt === 20) return Boolean(rowCount)
    await pause(100)
  }
}

export async function expectNoFiles(root: string): Promise<void> {
  for await (const { path } of listFiles(root))
    throw new BackupRefused(`Здесь уже есть файлы, например ${path}: восстановите копию в пустую папку DATA_DIR`)
}

/** Drops the tables of a portal started without data: a backup brings its own. */
export async function dropEmptyTables(client: pg.Client): Promise<void> {
  if (!(await isOurs(client))) return
  const { rows } = await client.query<{ statement: string }>(
    `
    select format('drop table %s cascade', c.oid::regclass) as statement from pg_class c
    where c.relkind = 'r' and c.relnamespace in (select oid from pg_namespace where nspname = any($1))
    union all
    select format('drop sequence if exists %s cascade', c.oid::regclass) from pg_class c
    where c.relkind = 'S' and c.relnamespace in (select oid from pg_namespace where nspname = any($1))
    union all
    select format('drop function %s cascade', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`,
    [copiedSchemas],
  )
  for (const { statement } of rows) await client.query(statement)
}

/** Removes folders left by an interrupted restore. */
export async function removeUnfinished(dataDir: string, prefix: string): Promise<void> {
  for (const name of await readdir(dataDir).catch(() => [])) {
    if (name.startsWith(prefix)) await rm(`${dataDir}/${name}`, { recursive: true, force: true })
  }
}
