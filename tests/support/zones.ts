import type { Db } from '#server/platform/db/client.ts'
import { deliveryZones } from '#server/platform/db/schema/delivery.ts'
import type { GeoPoint } from '#shared/rules/delivery/polygon.ts'

/** A square of about a kilometre in Moscow. */
export const square: GeoPoint[] = [
  [37.6, 55.7],
  [37.62, 55.7],
  [37.62, 55.71],
  [37.6, 55.71],
]

/** A zone with delivery on every weekday for 900 ₽. */
export async function addZone(db: Db, columns: Partial<typeof deliveryZones.$inferInsert> = {}): Promise<number> {
  const values = { name: 'Центр', polygon: square, weekdays: [1, 2, 3, 4, 5], priceKopecks: 90_000, ...columns }
  const [row] = await db.insert(deliveryZones).values(values).returning({ id: deliveryZones.id })
  return row?.id ?? 0
}
