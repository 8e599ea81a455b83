import type { ChangedBy } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import { saveContragents } from '../contragents/save.ts'
import type { ContragentItem, RejectItem } from '../parse/items.ts'
import type { ReceivedOrders } from './received.ts'

type Deps = { db: Db; by: ChangedBy }

/** Contragents that 1C lists beside its orders, as in a file of contragents of the catalogue's exchange. */
export async function receiveContragents(
  deps: Deps,
  listed: (ContragentItem | RejectItem)[],
  received: ReceivedOrders,
): Promise<void> {
  for (const item of listed) if (item.kind === 'reject') reject(received, item)
  await save(
    deps,
    listed.flatMap((item) => (item.kind === 'contragent' ? [item] : [])),
    received,
    { addsBranches: true },
  )
}

/** Buyers of the portal's orders: their documents tell the Ид that 1C knows them by. */
export async function linkBuyers(deps: Deps, buyers: ContragentItem[], received: ReceivedOrders): Promise<void> {
  await save(deps, buyers, received, { addsBranches: false })
}

async function save(
  { db, by }: Deps,
  items: ContragentItem[],
  received: ReceivedOrders,
  options: { addsBranches: boolean },
): Promise<void> {
  const last = [...new Map(items.map((item) => [item.code, item])).values()]
  if (last.length === 0) return
  const saved = await db.transaction((tx) => saveContragents(tx, by, last, options))
  for (const { item, outcome, reason } of saved) {
    if (reason === undefined) count(received, outcome)
    else reject(received, { code: item.code, name: item.company, reason })
  }
}

function reject(received: ReceivedOrders, { code, name, reason }: Pick<RejectItem, 'code' | 'name' | 'reason'>): void {
  count(received, 'rejected')
  received.rejects.push({ kind: 'contragent', code, name, reason })
}

function count({ contragents }: ReceivedOrders, outcome: keyof ReceivedOrders['contragents']): void {
  contragents[outcome] = (contragents[outcome] ?? 0) + 1
}
