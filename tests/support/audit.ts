import type pg from 'pg'

/** Empties the audit log between tests, bypassing its append-only trigger. */
export async function emptyAuditLog(pool: pg.Pool): Promise<void> {
  await pool.query(`begin; alter table audit_log disable trigger user; alter table audit_values disable trigger user;
    truncate audit_log, audit_values;
    alter table audit_log enable trigger user; alter table audit_values enable trigger user; commit`)
}
