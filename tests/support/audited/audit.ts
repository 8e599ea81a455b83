import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

const deadlockDetected = '40P01'

/** Empties the audit log between tests, bypassing its append-only trigger. */
export async function emptyAuditLog(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    while (!(await emptied(client))) await pause(50)
  } finally {
    client.release()
  }
}

/** False if a row of the previous test was being written, with the tables locked in the other order. */
async function emptied(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query(`begin; lock table audit_values, audit_log, audit_fields in access exclusive mode;
      alter table audit_log disable trigger user; alter table audit_values disable trigger user;
      alter table audit_fields disable trigger user; truncate audit_log, audit_values, audit_fields;
      alter table audit_fields enable trigger user;
      alter table audit_log enable trigger user; alter table audit_values enable trigger user; commit`)
    return true
  } catch (error) {
    await client.query('rollback')
    if ((error as { code?: string }).code !== deadlockDetected) throw error
    return false
  }
}
