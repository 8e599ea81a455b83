import type { SetAsideImport, StaffExchange } from '#shared/api/staff-exchange.ts'
import { AppError } from '#server/app-error.ts'
import { byAccount } from '#server/audit/changed-by.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/features/access/actor.ts'
import type { FileStore } from '#server/files/store.ts'
import { readSetting, writeSetting } from '#server/settings.ts'
import { listSetAside, type SetAside } from './queries-attempts.ts'
import { countWaitingOffers } from './queries-waiting.ts'
import { dismissImport, failureOf, retryImport } from './set-aside.ts'

type Deps = { db: Db }
type Answer = { exchange: StaffExchange }

export async function readExchange({ db }: Deps): Promise<Answer> {
  const { offers, goods, since } = await countWaitingOffers(db)
  return {
    exchange: {
      waiting: { offers, goods, since: since?.toISOString() ?? null, days: await readSetting(db, 'exchange.keep.pendingDays') },
      make_goods: await readSetting(db, 'exchange.offers.makeGoods'),
      set_aside: (await listSetAside(db)).map(shown),
    },
  }
}

export async function saveMakesGoods(
  { db }: Deps,
  actor: Actor,
  { makesGoods }: { makesGoods: boolean },
): Promise<Answer> {
  await writeSetting(db, 'exchange.offers.makeGoods', makesGoods, byAccount(actor))
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

function shown({ runId, name, since, attempts, sizeBytes, done, total }: SetAside): SetAsideImport {
  return { id: runId, name, set_aside_at: since.toISOString(), attempts, size_bytes: sizeBytes, reason: failureOf({ done, total }) }
}
