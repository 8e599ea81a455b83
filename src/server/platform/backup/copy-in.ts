import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { createExtensions, migrationsFolder } from '#server/platform/db/migrate.ts'
import { copiedSchemas, type Contents, type Table } from './contents.ts'
import { BackupRefused, restoreWithSameVersion } from './restore-target.ts'

type Constraint = { table: string; name: string; definition: string }

/** Creates the tables as of the backup, with the migrations of that time. */
export async function buildSchema(client: pg.Client, { migrations }: Pick<Contents, 'migrations'>): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder })
  if (migrations.some((hash) => !known.some((migration) => migration.hash === hash))) {
    throw new BackupRefused(`Копия сделана более новой версией портала: ${restoreWithSameVersion}`)
  }
  await createExtensions(client)
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const { hash, sql } of known) {
    if (migrations.includes(hash))
      for (const statement of sql) if (statement.trim() !== '') await client.query(statement)
  }
}

/** Deletes rows inserted by migrations, and drops triggers and indexes that would slow down the copy or add rows. */
export async function prepareTables(client: pg.Client): Promise<{ reattach: () => Promise<void> }> {
  const { rows: constraints } = await client.query<Constraint>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`)
  const { rows: tables } = await client.query<{ table: string }>(
    `
    select c.oid::regclass::text as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = any($1)`,
    [copiedSchemas],
  )
  for (const { table, name } of constraints) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table } of tables) await client.query(`alter table ${table} disable trigger user`)
  await client.query(`truncate ${tables.map(({ table }) => table).join(', ')}`)
  return {
    async reattach() {
      for (const { table } of tables) await client.query(`alter table ${table} enable trigger user`)
      for (const { table, name, definition } of constraints)
        await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    },
  }
}

export async function writeTable(
  client: pg.Client,
  { schema, name, columns }: Table,
  compressed: AsyncIterable<Uint8Array>,
): Promise<void> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const rows = client.query(
    copyStreams.from(`copy ${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)} (${list}) from stdin`),
  )
  await pipeline(compressed, createGunzip(), rows)
}

/** Sets the sequences. `skip`: number of order numbers to skip. */
export async function setSequences(
  client: pg.Client,
  { sequences }: Pick<Contents, 'sequences'>,
  { skip }: { skip: number },
): Promise<void> {
  for (const { schema, name, lastValue } of sequences) {
    const value = BigInt(lastValue) + (name === 'order_numbers' ? BigInt(skip) : 0n)
    await client.query('select setval(format($1, $2::text, $3::text)::regclass, $4)', [
      '%I.%I',
      schema,
      name,
      value.toString(),
    ])
  }
}
