import type pg from 'pg'
import { PgBoss } from 'pg-boss'

/** The job queue of a database, for runs that the test itself takes and ends. */
export async function openJobQueue(client: Pick<pg.Pool, 'query'> | pg.Client): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    supervise: false,
    schedule: false,
  })
  await boss.start()
  return boss
}

/** A run of the job that has failed after all retries. */
export async function failRun(boss: PgBoss, name: string, message: string): Promise<void> {
  await boss.createQueue(name, { policy: 'singleton' })
  const id = await boss.send(name, null, { retryLimit: 0 })
  await boss.fetch(name)
  await boss.fail(name, id ?? '', { message })
}

/** Takes the waiting run of the job and ends it without an error. */
export async function finishRun(boss: PgBoss, name: string): Promise<void> {
  for (const { id } of await boss.fetch(name)) await boss.complete(name, id)
}
