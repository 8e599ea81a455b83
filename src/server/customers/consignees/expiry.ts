import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { attorneyWarnedDays } from '#shared/rules/parties/consignee-form.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { listExpiring, type Expiring } from './queries.ts'

/** Tells owners once of each power of attorney that ends within two weeks, as their settings say. */
export async function notifyExpiringAttorneys({ db }: { db: Db }, { now }: { now: Date }): Promise<{ told: number }> {
  const today = dayOf(now)
  const expiring = await listExpiring(db, { from: today, to: addDays(today, attorneyWarnedDays) })
  for (const each of expiring) await db.transaction((tx) => tell(tx, each))
  return { told: expiring.length }
}

async function tell(tx: Db, { id, header, attorneyNumber, validTo, owners }: Expiring): Promise<void> {
  const number = attorneyNumber === '' ? '' : ` № ${attorneyNumber}`
  const title = `Доверенность${number} действует до ${formatDay(validTo)}`
  const text = `Получатель ${header}. Приложите новую: с истёкшей его нельзя выбрать в заказе`
  await notify(tx, {
    accountIds: owners.map((owner) => owner.id),
    kind: 'attorney',
    title,
    text,
    link: '/organisation',
    eventKey: `attorney:${id}:${validTo}`,
  })
}
