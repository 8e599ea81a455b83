import type { GoodItem } from '../../parse/items.ts'
import { webPictureSource } from '../../parse/yml/offer.ts'
import type { ImportContext } from '../context.ts'

/**
 * Notes where pictures are to be fetched from. One that was fetched is asked for again once a day at most, and then
 * only if it has changed.
 */
export async function queuePictureAddresses(context: ImportContext, goods: GoodItem[]): Promise<void> {
  const addresses = new Set(goods.flatMap(({ pictureAddresses = [] }) => pictureAddresses))
  if (addresses.size === 0) return
  await context.rows(
    `insert into exchange_picture_addresses as a (source, address)
     select source, address from json_to_recordset($1) r(source text, address text)
     on conflict (source) do update set due_at = now(), attempts = 0
     where a.due_at is null and (a.checked_at is null or a.checked_at < now() - interval '1 day')`,
    [...addresses].map((address) => ({ source: webPictureSource(address), address })),
  )
}
