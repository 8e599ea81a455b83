import { createGzip, constants } from 'node:zlib'
import { pipeline } from 'node:stream'
import type pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { copiedSchemas, type Contents, type Table } from './contents.ts'

/** Begins the transaction with the backup's snapshot and describes its contents. */
export async function beginSnapshot(client: pg.Client): Promise<Omit<Contents, 'format'>> {
  await client.query('begin isolation level repeatable read read only')
  const {
    rows: [head],
  } = await client.query<{ madeAt: string; postgresql: string }>(
    `select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "madeAt", current_setting('server_version') as postgresql`,
  )
  if (!head) throw new Error('the database did not answer')
  return {
    ...head,
    migrations: await listMigrations(client),
    tables: await listTables(client),
    sequences: await listSequences(client),
  }
}

/** Tables with a `key` of a stored file. */
const fileTables = ['pictures', 'product_documents', 'uploaded_documents', 'exchange_documents', 'price_list_files']

/** Keys of all files referenced by rows; older versions may lack some of the tables. */
export async function listReferencedFiles(client: pg.Client): Promise<string[]> {
  const { rows: present } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
      where c.oid in (select to_regclass('public.' || name) from unnest($1::text[]) name)`,
    [fileTables],
  )
  const keys: string[] = []
  for (const { name } of present) {
    const { rows } = await client.query<{ key: string }>(
      `select key from ${client.escapeIdentifier(name)} where key is not null`,
    )
    for (const { key } of rows) keys.push(key)
  }
  return keys
}

/** Rows of a table in the format of `COPY`, compressed. */
export function readTable(client: pg.Client, { schema, name, columns }: Table): AsyncIterable<Uint8Array> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const rows = client.query(
    copyStreams.to(`copy ${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)} (${list}) to stdout`),
  )
  // Destroys the stream when either side fails.
  return pipeline(rows, createGzip({ level: constants.Z_BEST_SPEED }), () => undefined)
}

async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at, id',
  )
  return rows.map(({ hash }) => hash)
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `
    select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and n.nspname = any($1) group by 1, 2 order by 1, 2`,
    [copiedSchemas],
  )
  return rows
}

/** Sequences are not transactional: their current value is at least that of the snapshot. */
async function listSequences(client: pg.Client): Promise<Contents['sequences']> {
  const { rows } = await client.query<Contents['sequences'][number]>(
    `
    select schemaname::text as schema, sequencename::text as name, last_value::text as "lastValue" from pg_sequences
    where schemaname = any($1) and last_value is not null order by 1, 2`,
    [copiedSchemas],
  )
  return rows
}
