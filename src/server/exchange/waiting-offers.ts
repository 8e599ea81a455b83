import type { StaffExchange } from '#shared/api/staff-exchange.ts'
import type { Db } from '#server/db/client.ts'
import { notify } from '#server/features/notifications/service.ts'
import { readSetting, writeSetting } from '#server/settings.ts'
import { wayOut } from './apply/waiting.ts'
import { countWaitingOffers, findFirstWaiting, listAdministrators } from './queries-waiting.ts'

type Deps = { db: Db }

export async function readExchange({ db }: Deps): Promise<{ exchange: StaffExchange }> {
  const { offers, goods, since } = await countWaitingOffers(db)
  const days = await readSetting(db, 'exchange.keep.pendingDays')
  return { exchange: { waiting: { offers, goods, since: since?.toISOString() ?? null, days }, make_goods: await readSetting(db, 'exchange.offers.makeGoods') } }
}

export async function saveMakesGoods({ db }: Deps, { makesGoods }: { makesGoods: boolean }): Promise<{ exchange: StaffExchange }> {
  await writeSetting(db, 'exchange.offers.makeGoods', makesGoods)
  return readExchange({ db })
}

/** At the end of a session: administrators learn, once, that offers have begun to wait for goods which the session did not bring. */
export async function tellOfWaiting({ db }: Deps, { sessionId }: { sessionId: number }): Promise<void> {
  await db.transaction(async (tx) => {
    const waiting = await findFirstWaiting(tx, { sessionId })
    if (waiting === undefined) return
    await notify(tx, {
      accountIds: await listAdministrators(tx),
      kind: 'exchange',
      title: 'Предложения из 1С ждут своих товаров',
      text: `${wayOut(waiting)}.`,
      link: '/admin/settings',
      eventKey: `offers-waiting:${sessionId}`,
    })
  })
}
