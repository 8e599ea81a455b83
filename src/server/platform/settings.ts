import { eq, sql, type SQL } from 'drizzle-orm'
import type { VatRate } from '#shared/rules/vat.ts'
import { bySystem, type ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { settings } from '#server/platform/db/schema/settings.ts'

/** Settings that staff may change, with their defaults. */
const defaults = {
  /**
   * What 1C's stock figures mean: 'free' = its orders are taken off already; 'onHand' = they are not (product.md §5).
   */
  'stock.meaning': 'free' as 'free' | 'onHand',
  /** VAT of paid delivery; 'none' where the wholesaler pays none. */
  'delivery.vat': 'general' as VatRate,
  /** Days that a buyer has to answer an act of reconciliation. */
  'acts.answerDays': 14,
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
  /** Offers whose good no file has brought make it themselves; else they wait for it. */
  'exchange.offers.makeGoods': false,
  /** A full export that would switch off more than this share of more than 50 goods waits for staff. */
  'exchange.deactivation.mostPercent': 30,
  /**
   * How the wholesaler is called in price files for programs: short, and as a legal entity; '' = as the organisation
   * that sells.
   */
  'shop.name': '',
  'shop.company': '',
  /** Days after the end of a session until its chunks and what it named go; its log stays. */
  'exchange.keep.stagedDays': 2,
  /** Days that the log of runs, files and rejected items is kept. */
  'exchange.keep.logDays': 90,
  /** Days that an offer waits for its good. */
  'exchange.keep.pendingDays': 30,
  /** How long a session may go unused before it ends: of staff in hours, of buyers in days. */
  'sessions.idleHours.staff': 12,
  'sessions.idleDays.buyers': 14,
  /** Staff must set up a second factor when they sign in. */
  'secondFactor.demanded': false,
  /** Hours within which a request for access is to be decided. */
  'norms.registrationHours': 4,
  /** Minutes within which a chat or a call is to be answered. */
  'norms.chatMinutes': 30,
  /** Days within which a claim is decided, and a question in it answered: working ones. */
  'claims.decisionDays': 10,
  'claims.answerDays': 5,
  /** After the shipment: working days to claim quantity and assortment, days to claim defects and returns. */
  'claims.countedDays': 3,
  'claims.defectDays': 14,
  /** Days after its rejection that a request for access keeps who asked. */
  'personal.keep.rejectedDays': 90,
  /** Where visitors of the demo mode buy, and at which prices. */
  'visitors.shop': 'closed' as 'closed' | { priceTypeId: number; warehouseId: number },
  /** Days that consents given with a request are kept where no account came of it. */
  'personal.keep.consentDays': 1095,
  /** Days after its deletion that an account keeps who it was. */
  'personal.keep.deletedDays': 30,
  /** Days that the network address of a sign-in is kept, and that people see their own sign-ins. */
  'personal.keep.signInDays': 365,
  /** Days that letters and notifications are kept. */
  'personal.keep.mailDays': 30,
  'personal.keep.noticeDays': 90,
  /** Days that the audit trail is kept; the database's audit_keep() reads it, and never keeps less than 365. */
  'audit.keepDays': 1095,
}

export type SettingName = keyof typeof defaults
export type SettingValue<Name extends SettingName> = (typeof defaults)[Name]

export async function readSetting<Name extends SettingName>(db: Db, name: Name): Promise<SettingValue<Name>> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, name))
  return row === undefined ? defaults[name] : (row.value as SettingValue<Name>)
}

/** An equal value is no change. */
export async function writeSetting<Name extends SettingName>(
  db: Db,
  name: Name,
  value: SettingValue<Name>,
  by: ChangedBy = bySystem,
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await readSetting(tx, name)
    await tx.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } })
    const object = { type: 'setting', id: name } as const
    await recordAudit(tx, by, { action: 'setting.changed', object, before: { value: before }, after: { value } })
  })
}

/** A setting as jsonb within a statement. */
export function settingInSql(name: SettingName): SQL {
  return sql`coalesce((select ${settings.value} from ${settings} where ${settings.name} = ${name}), ${JSON.stringify(defaults[name])}::jsonb)`
}

/** Serialises changes of settings, so that none is overwritten unseen. */
export async function lockSettings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('settings'))`)
}

/** Blocks changes under `lockSettings` until the transaction ends. */
export async function lockSettingsShared(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtext('settings'))`)
}
