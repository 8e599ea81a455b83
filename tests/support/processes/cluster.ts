import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { oldestPostgresql } from './oldest-postgresql.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the run's PostgreSQL, database `postgres`. */
    clusterUrl: string
    /** Name of the project in vitest.config.ts. */
    suite: string
  }
}

/** One PostgreSQL for each project of vitest.config.ts, with a migrated template that every test file clones. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-tests-'))
  // When run as root, the server runs as another user, who needs access to the folder.
  await chmod(folder, 0o755)
  const cluster = await startEmbedded(folder, {
    programs: project.name === oldestPostgresql.name ? oldestPostgresql.find() : undefined,
  })
  const clusterUrl = withDatabase(cluster.url, 'postgres')
  await relax(clusterUrl)
  await migrateDatabase(cluster.url)
  project.provide('clusterUrl', clusterUrl)
  project.provide('suite', project.name)
  return async () => {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Tests need no durability; crash tests use servers of their own. */
async function relax(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.end()
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
