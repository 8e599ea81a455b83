import type pg from 'pg'
import { pino } from 'pino'
import { rightsOf } from '#shared/rights.ts'
import { openDatabase, type Database } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import type { BenchBuyer, BenchContext } from '../context.ts'
import { connections } from './load.ts'

export type Statement = { text: string; values: unknown[] }

/** A pool like the server's: statements of a service are recorded through it, and replayed through it. */
export function openRecorder(context: BenchContext) {
  const database = openDatabase(context.database.url, pino({ level: 'silent' }), { poolSize: 20 })
  return { database, record: (act: (db: Database['db']) => Promise<unknown>) => record(database, act) }
}

/** All statements of an action in order, including BEGIN and COMMIT. */
async function record({ db, pool }: Database, act: (db: Database['db']) => Promise<unknown>): Promise<Statement[]> {
  const received: Statement[] = []
  const listen = (client: pg.PoolClient) => {
    const query: (...args: unknown[]) => unknown = client.query.bind(client)
    client.query = ((...args: unknown[]) => {
      const [statement, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
      received.push(
        typeof statement === 'string'
          ? { text: statement, values: values ?? [] }
          : { text: statement.text, values: statement.values ?? values ?? [] },
      )
      return query(...args)
    }) as typeof client.query
    pool.once('release', () => Reflect.deleteProperty(client, 'query'))
  }
  pool.on('acquire', listen)
  await act(db)
  pool.off('acquire', listen)
  return received
}

/**
 * Replays recorded statements with as many connections as the load on the server; returns rounds per second. Connection
 * n replays every n-th recording, so that no two of them use the same buyer. `renew` makes values new for each round
 * where a repetition would write nothing.
 */
export async function replay(
  pool: pg.Pool,
  recorded: Statement[][],
  seconds: number,
  renew: (values: unknown[], round: number) => unknown[] = (values) => values,
): Promise<number> {
  const turns = Array.from({ length: connections }, (_turn, connection) => connection)
  let rounds = 0
  return driveAll(seconds, async (connection) => {
    const turn = turns[connection] ?? 0
    turns[connection] = (turn + connections) % recorded.length
    rounds += 1
    const round = rounds
    const client = await pool.connect()
    try {
      for (const { text, values } of recorded[turn] ?? []) await client.query({ text, values: renew(values, round) })
    } finally {
      client.release()
    }
  })
}

/** Keeps every connection busy; a warm-up second is not counted. */
export async function driveAll(seconds: number, round: (connection: number) => Promise<void>): Promise<number> {
  await drive(1.5, round)
  return drive(seconds, round)
}

async function drive(seconds: number, round: (connection: number) => Promise<void>): Promise<number> {
  const startedMs = performance.now()
  const endsMs = startedMs + seconds * 1000
  let rounds = 0
  await Promise.all(
    Array.from({ length: connections }, async (_connection, index) => {
      while (performance.now() < endsMs) {
        await round(index)
        rounds += 1
      }
    }),
  )
  return rounds / ((performance.now() - startedMs) / 1000)
}

export function actorOf({ accountId, organisationId }: BenchBuyer): BuyerActor {
  const role = 'owner'
  return {
    accountId,
    organisationId,
    role,
    rights: rightsOf({ role, grants: [] }),
    login: 'bench',
    name: 'Замер',
    demo: false,
    pricePolitics: [],
  }
}

/** Gives goods unlimited stock, so that every call does the whole work. */
export async function stockUp({ database }: BenchContext, productIds: number[]): Promise<void> {
  await database.pool.query(
    `insert into stocks (product_id, warehouse_id, on_hand_milli) select p, w, 1000000000000
      from unnest($1::int[]) p, generate_series(1, 3) w
     on conflict (product_id, warehouse_id) do update set on_hand_milli = excluded.on_hand_milli`,
    [[...new Set(productIds)]],
  )
}
