import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import * as api from '#shared/api/money/acts.ts'
import { addDays, dayOf, formatDay, type Day } from '#shared/rules/dates.ts'
import { call } from '#web/api/client.ts'
import { startTestApp, type TestApp, type Visitor } from '../app.ts'
import { createWorld, signedIn, type World } from '../fixtures.ts'
import { addLedger, type LedgerInput } from '../ledger.ts'

export type ActFixture = Awaited<ReturnType<typeof openActFixture>>

/** A portal whose owner compares an act of the last 30 days with their own ledger. */
export async function openActFixture() {
  const portal = await startTestApp()
  const world = await createWorld(portal.db, { contract: { number: '114-О' } })
  const owner = await signedIn(portal, world.ownerId)
  const today = dayOf(new Date())
  const first = addDays(today, -30)
  return { portal, world, owner, today, first, ...actCalls({ portal, world, owner, today, first }) }
}

type Parts = { portal: TestApp; world: World; owner: Visitor; today: Day; first: Day }

function actCalls({ portal, world, owner, today, first }: Parts) {
  const read = async (id: number) => (await call(api.readAct, { id }, owner)).act
  return {
    read,
    /** An act with exactly these entries, ready. */
    async actOf(entries: readonly LedgerInput[]): Promise<number> {
      await portal.db.execute(sql`truncate acts, ledger_entries, ledger_states, notifications cascade`)
      await addLedger(portal.db, world.contractId, entries)
      const { act } = await call(api.requestAct, { startdate: formatDay(first), enddate: formatDay(today) }, owner)
      await expect.poll(async () => (await read(act.id)).state).toBe('ready')
      return act.id
    },
    upload: (id: number, bytes: Buffer, name = 'Карточка сч. 60.xlsx') =>
      owner.send(`/api/act/${id}/book?name=${encodeURIComponent(name)}`, {
        method: 'POST',
        body: new Uint8Array(bytes),
        headers: { 'content-type': 'application/octet-stream', 'x-requested-with': 'test' },
      }),
  }
}
