import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { byAccount, byCommandLine, byExchange, bySystem, type ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { ImportContext } from '../context.ts'
import type { Sql } from '../sql.ts'
import type { Counts } from '../tally.ts'

export type EndedRun = {
  id: number
  type: string
  name: string
  status: string
  counts: Counts
  /** Account of 1C, or of the staff whose table it was; null if the file was loaded from the command line. */
  accountId: number | null
  sessionType: string
}

/** Columns of `EndedRun` from `exchange_runs r`. */
export const endedRunColumns = `r.id, r.type, r.name, r.status, r.counts,
  (select s.account_id from exchange_sessions s where s.id = r.session_id) as "accountId",
  (select s.type from exchange_sessions s where s.id = r.session_id) as "sessionType"`

/**
 * Stock changes every minute and is recorded in the exchange's log and in orders; contragents, contracts and rates
 * have audit entries of their own.
 */
const unreported = ['stocks', 'orders', 'contragents', 'contracts', 'rates']

/**
 * Writes one audit entry for everything a run has created or changed; single prices are in `price_history`. No entry
 * without changes.
 */
export async function auditRun(sql: Sql, { id, name, counts, ...session }: EndedRun): Promise<void> {
  const changed = Object.entries(counts).flatMap(([kind, { created = 0, changed: changes = 0 }]) =>
    created + changes === 0 || unreported.includes(kind) ? [] : [[kind, created + changes] as const],
  )
  if (changed.length === 0) return
  await recordAudit(drizzle(sql as PoolClient), changedBy(session), {
    action: 'import.finished',
    object: { type: 'exchange-run', id },
    after: { file: name, ...Object.fromEntries(changed) },
  })
}

/** The account of the session. */
export async function changedByOf(context: ImportContext): Promise<ChangedBy> {
  const [session] = await context.rows<Session>(
    'select account_id as "accountId", type as "sessionType" from exchange_sessions where id = $1',
    context.sessionId,
  )
  return changedBy(session ?? { accountId: null, sessionType: '' })
}

type Session = Pick<EndedRun, 'accountId' | 'sessionType'>

/** The session of a table that staff have loaded by hand, and that of a file of an export. */
export const tableSession = 'table'
export const handSession = 'hand'
/** The session of a file that the portal has fetched by its address. */
export const ymlSession = 'yml'

function changedBy({ accountId, sessionType }: Session): ChangedBy {
  if (accountId !== null && [tableSession, handSession].includes(sessionType)) return byAccount({ accountId })
  if (sessionType === ymlSession) return bySystem
  return accountId === null ? byCommandLine : byExchange(accountId)
}
