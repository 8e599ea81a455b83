import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { powerOfAttorneyWarningDays } from '#shared/rules/parties/consignee-form.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { listExpiring, type Expiring } from './queries.ts'

/** Notifies owners once, according to their settings, of each power of attorney that ends within two weeks. */
export async function notifyExpiringPowersOfAttorney(
  { db }: { db: Db },
  { now }: { now: Date },
): Promise<{ notified: number }> {
  const today = dayOf(now)
  const expiring = await listExpiring(db, { from: today, to: addDays(today, powerOfAttorneyWarningDays) })
  for (const each of expiring) await db.transaction((tx) => notifyOwners(tx, each))
  return { notified: expiring.length }
}

async function notifyOwners(tx: Db, { id, header, attorneyNumber, validTo, owners }: Expiring): Promise<void> {
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
