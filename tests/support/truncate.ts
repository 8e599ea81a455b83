import type { Pool } from 'pg'

const deadlock = '40P01'
const attempts = 5

/**
 * Empties tables and those that reference them. The portal reads the same tables concurrently: after a deadlock it is
 * retried.
 */
export async function truncateTables(pool: Pool, tables: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await pool.query(`truncate ${tables.join(', ')} cascade`)
      return
    } catch (error) {
      if ((error as { code?: unknown }).code !== deadlock || attempt === attempts) throw error
    }
  }
}
