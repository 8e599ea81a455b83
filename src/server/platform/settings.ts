import { isDeepStrictEqual } from 'node:util'
import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import { defaultAccent } from '#shared/rules/look/accent.ts'
import type { VatRate } from '#shared/rules/vat.ts'
import { bySystem, type ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { settings } from '#server/platform/db/schema/settings.ts'

/** In minutes: longer than the weekend of a 1C that is switched off on Friday evening. */
const threeDays = 3 * 24 * 60

/** Settings that staff may change, with their defaults. */
const defaults = {
  /** Whether 1C's stock figures already exclude its orders ('free') or not ('onHand'), see product.md §5. */
  'stock.meaning': 'free' as 'free' | 'onHand',
  /** VAT of paid delivery; 'none' where the wholesaler pays none. */
  'delivery.vat': 'general' as VatRate,
  /** Days within which a buyer answers an act of reconciliation. */
  'acts.answerDays': 14,
  /** Format of orders exported to 1C. */
  'exchange.orders.version': '2.08' as '2.07' | '2.08' | '2.09' | '2.10',
  'exchange.orders.encoding': 'utf-8' as 'utf-8' | 'windows-1251',
  'exchange.orders.zip': false,
  /** Bitrix modules from 6.5 on expect each Документ in a Контейнер. */
  'exchange.orders.container': false,
  /** Status names of this wholesaler's 1C → our state numbers; take precedence over the built-in table. */
  'exchange.orders.states': {} as Record<string, number>,
  /** Ид of the РРЦ price type; null = the one with РРЦ or рекоменд in its name. */
  'exchange.rrcType': null as string | null,
  /** Ид of the price type of purchase prices; '' = none. */
  'prices.purchaseType': '',
  /** Offers without a good create it; otherwise they wait for it. */
  'exchange.offers.makeGoods': false,
  /** How YML files are read; with `address` one is fetched every `minutes`. Codes are 1C's; '' = those of YML. */
  'exchange.yml': { address: '', minutes: 60, priceType: '', warehouse: '', full: false, availableQuantity: 10 },
  /** A full export that would deactivate more than this share of more than 50 goods waits for confirmation by staff. */
  'exchange.deactivation.mostPercent': 30,
  /** Age in minutes from which administrators are notified of old data of 1C; 0 = never. */
  'exchange.alarmMinutes.stocks': threeDays,
  'exchange.alarmMinutes.prices': threeDays,
  'exchange.alarmMinutes.goods': 0,
  'exchange.alarmMinutes.orders': 0,
  'exchange.alarmMinutes.contracts': 0,
  'exchange.alarmMinutes.ledger': threeDays,
  'exchange.alarmMinutes.payments': 0,
  'exchange.alarmMinutes.arrivals': 0,
  /** Short and legal name of the wholesaler; '' = name of the selling organisation. */
  'shop.name': '',
  'shop.company': '',
  /** What buyers see of the wholesaler beside its name. */
  'firm.phone': '',
  'firm.hours': '',
  'firm.email': '',
  /** Sender's name in letters; '' = `shop.name`. */
  'firm.fromName': '',
  /** Colour of buttons and links. */
  'firm.accent': defaultAccent as string,
  /** Picture of the logo. */
  'firm.logo': null as number | null,
  /** Days after the end of a session until its staged data is deleted; its log stays. */
  'exchange.keep.stagedDays': 2,
  /** Days that the log of runs, files and rejected items is kept. */
  'exchange.keep.logDays': 90,
  /** Days that the source files of runs are kept for staff to download and repeat; 0 = not kept. */
  'exchange.keep.sourceDays': 14,
  /** Days that an offer waits for its good. */
  'exchange.keep.pendingDays': 30,
  /** Idle timeout of sessions: of staff in hours, of buyers in days. */
  'sessions.idleHours.staff': 12,
  'sessions.idleDays.buyers': 14,
  /** Staff must set up a second factor when they sign in. */
  'secondFactor.demanded': false,
  /** Hours within which a request for access should be decided. */
  'norms.registrationHours': 4,
  /** Minutes within which a chat message or callback request should be answered. */
  'norms.chatMinutes': 30,
  /** Working days within which a claim is decided, and a question in it answered. */
  'claims.decisionDays': 10,
  'claims.answerDays': 5,
  /** After shipment: working days for claims of quantity and assortment, days for claims of defects and returns. */
  'claims.countedDays': 3,
  'claims.defectDays': 14,
  /** Days after rejection that a request for access keeps personal data. */
  'personal.keep.rejectedDays': 90,
  /** Days after the last message of a request for access without a decision that it is closed and erased. */
  'personal.keep.openRequestDays': 180,
  /** Days that callback requests of guests are kept. */
  'personal.keep.callbackDays': 90,
  /** Price type and warehouse of demo visitors. */
  'visitors.shop': 'closed' as 'closed' | { priceTypeId: number; warehouseId: number },
  /** Days that consents given with a request are kept if no account was created. */
  'personal.keep.consentDays': 1095,
  /** Days after deletion that an account keeps personal data. */
  'personal.keep.deletedDays': 30,
  /** Days that the network address of a sign-in is kept, and that people see their own sign-ins. */
  'personal.keep.signInDays': 365,
  /** Days that mails and notifications are kept. */
  'personal.keep.mailDays': 30,
  'personal.keep.noticeDays': 90,
  /** Days that the audit trail is kept. The database function audit_keep() reads it and keeps at least 365. */
  'audit.keepDays': 1095,
}

export type SettingName = keyof typeof defaults
export type SettingValue<Name extends SettingName> = (typeof defaults)[Name]

export async function readSetting<Name extends SettingName>(db: Db, name: Name): Promise<SettingValue<Name>> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, name))
  return row === undefined ? defaults[name] : (row.value as SettingValue<Name>)
}

/** Several settings at once. */
export async function readSettings<Name extends SettingName>(
  db: Db,
  names: readonly Name[],
): Promise<{ [Each in Name]: SettingValue<Each> }> {
  const rows = await db
    .select()
    .from(settings)
    .where(inArray(settings.name, [...names]))
  const stored = new Map(rows.map(({ name, value }) => [name, value]))
  return Object.fromEntries(names.map((name) => [name, stored.has(name) ? stored.get(name) : defaults[name]])) as {
    [Each in Name]: SettingValue<Each>
  }
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
    // The driver would write null as NULL, which the column refuses.
    const stored = sql`${JSON.stringify(value)}::jsonb`
    await tx
      .insert(settings)
      .values({ name, value: stored })
      .onConflictDoUpdate({ target: settings.name, set: { value: stored } })
    // jsonb gives the fields of an object back in an order of its own.
    if (isDeepStrictEqual(before, value)) return
    const object = { type: 'setting', id: name } as const
    await recordAudit(tx, by, { action: 'setting.changed', object, before: { value: before }, after: { value } })
  })
}

/** A setting as jsonb inside a statement. */
export function settingInSql(name: SettingName): SQL {
  return sql`coalesce((select ${settings.value} from ${settings}
    where ${settings.name} = ${name}), ${JSON.stringify(defaults[name])}::jsonb)`
}

/** Serialises changes of settings, so that no change is lost. */
export async function lockSettings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('settings'))`)
}

/** Blocks changes under `lockSettings` until the transaction ends. */
export async function lockSettingsShared(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtext('settings'))`)
}
