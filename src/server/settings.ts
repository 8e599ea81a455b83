import { eq } from 'drizzle-orm'
import type { Db } from './db/client.ts'
import { settings } from './db/schema/settings.ts'

/** What staff may change without a release: every name with the value it has until somebody sets one. */
const defaults = {
  /** What 1C's stock figures mean: 'free' = its orders are taken off already; 'onHand' = they are not (product.md §5). */
  'stock.meaning': 'free' as 'free' | 'onHand',
  /** How orders leave for 1C. */
  'exchange.orders.version': '2.08' as '2.07' | '2.08' | '2.09' | '2.10',
  'exchange.orders.encoding': 'utf-8' as 'utf-8' | 'windows-1251',
  'exchange.orders.zip': false,
  /** Bitrix modules from 6.5 on want each Документ in a Контейнер. */
  'exchange.orders.container': false,
  /** Status names of this wholesaler's 1C → our state numbers, before the built-in table. */
  'exchange.orders.states': {} as Record<string, number>,
  /** Ид of the РРЦ price type; null = the one whose name says РРЦ or рекоменд. */
  'exchange.rrcType': null as string | null,
  /** A full export that would switch off more than this share of more than 50 goods waits for staff. */
  'exchange.deactivation.mostPercent': 30,
}

export type SettingName = keyof typeof defaults
export type SettingValue<Name extends SettingName> = (typeof defaults)[Name]

export async function readSetting<Name extends SettingName>(db: Db, name: Name): Promise<SettingValue<Name>> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, name))
  return row === undefined ? defaults[name] : (row.value as SettingValue<Name>)
}

export async function writeSetting<Name extends SettingName>(db: Db, name: Name, value: SettingValue<Name>): Promise<void> {
  await db.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } })
}
