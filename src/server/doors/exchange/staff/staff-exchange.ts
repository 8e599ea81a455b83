import type { SetAsideImport, StaffExchange } from '#shared/api/staff/exchange.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { readSetting, writeSetting } from '#server/platform/settings.ts'
import { countDueOrders } from '../orders/queries-out.ts'
import { countRejectedOrders } from './queries-streams.ts'
import { listSetAside, type SetAside } from '../work/queries-attempts.ts'
import { areGoodsBeingCreated, countWaitingOffers } from '../work/queries-waiting.ts'
import { queueWaitingOffers } from '../work/queue-waiting-offers.ts'
import { dismissImport, describeFailure, retryImport } from '../work/set-aside.ts'

type Deps = { db: Db }
type Answer = { exchange: StaffExchange }

export async function readExchange({ db }: Deps): Promise<Answer> {
  const { offers, goods, since } = await countWaitingOffers(db)
  return {
    exchange: {
      waiting: {
        offers,
        goods,
        since: since?.toISOString() ?? null,
        days: await readSetting(db, 'exchange.keep.pendingDays'),
      },
      make_goods: await readSetting(db, 'exchange.offers.makeGoods'),
      keep_days: await readSetting(db, 'exchange.keep.sourceDays'),
      ...(await readOrdersHealth(db)),
      making_goods: await areGoodsBeingCreated(db),
      set_aside: (await listSetAside(db)).map(toSetAside),
    },
  }
}

/** Switching it on also creates goods for offers that already wait. */
export async function saveCreatesGoods(
  { db, files }: Deps & { files: FileStore },
  actor: Actor,
  { createsGoods }: { createsGoods: boolean },
): Promise<Answer> {
  await writeSetting(db, 'exchange.offers.makeGoods', createsGoods, byAccount(actor))
  if (createsGoods) await queueWaitingOffers({ db, files })
  return readExchange({ db })
}

export async function saveSourceTerm({ db }: Deps, actor: Actor, { days }: { days: number }): Promise<Answer> {
  await writeSetting(db, 'exchange.keep.sourceDays', days, byAccount(actor))
  return readExchange({ db })
}

export async function retrySetAside({ db }: Deps, actor: Actor, { id }: { id: number }): Promise<Answer> {
  if (!(await retryImport({ db }, byAccount(actor), id))) throw new AppError('importDecided')
  return readExchange({ db })
}

export async function dismissSetAside(
  { db, files }: Deps & { files: FileStore },
  actor: Actor,
  { id }: { id: number },
): Promise<Answer> {
  if (!(await dismissImport({ db, files }, byAccount(actor), id))) throw new AppError('importDecided')
  return readExchange({ db })
}

async function readOrdersHealth(db: Db): Promise<Pick<StaffExchange, 'orders_out' | 'orders_rejected'>> {
  const { waiting, since, confirmedAt } = await countDueOrders(db)
  return {
    orders_out: { waiting, since: since?.toISOString() ?? null, confirmed_at: confirmedAt?.toISOString() ?? null },
    orders_rejected: await countRejectedOrders(db),
  }
}

function toSetAside({ runId, name, since, attempts, sizeBytes, done, total }: SetAside): SetAsideImport {
  return {
    id: runId,
    name,
    set_aside_at: since.toISOString(),
    attempts,
    size_bytes: sizeBytes,
    reason: describeFailure({ done, total }),
  }
}
