import { createHash } from 'node:crypto'
import { pictureAddress } from '#shared/api/files.ts'
import type { FirmLook } from '#shared/api/organisation/firm.ts'
import { ruleNames, type RuleValues } from '#shared/rules/settings/portal-rules.ts'
import type { StaffSettings } from '#shared/api/staff/settings.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import { nameInMailFrom } from '#server/platform/mail/sender.ts'
import type { Config } from '#server/platform/startup/config.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import {
  lockSettings,
  readSettings,
  writeSetting,
  type SettingName,
  type SettingValue,
} from '#server/platform/settings.ts'
import { findDefaultSeller } from '#server/customers/organisations/shared-queries-sellers.ts'
import { accentStyle } from './accent-style.ts'
import { lockPicture } from './queries.ts'
import { readPriceTypes, readRules, mergeRules, writeRules, type GivenRules } from './rules.ts'

type Deps = { db: Db }
type SettingsDeps = Deps & { config: Pick<Config, 'mailFrom'> }
type ShopNames = { name: string; company: string }

/** Name of the shop before a seller is known. */
const unnamedShop = 'Портал оптовых заказов'

/** The logo is drawn up to 200 px wide, on a screen of double density. */
const logoWidth = 512
const iconWidth = 128

/** Settings of the firm by their field in a form. */
const firmSettings = {
  name: 'shop.name',
  company: 'shop.company',
  phone: 'firm.phone',
  hours: 'firm.hours',
  email: 'firm.email',
  fromName: 'firm.fromName',
  accent: 'firm.accent',
  logo: 'firm.logo',
} as const satisfies Record<string, SettingName>
type FirmField = keyof typeof firmSettings
type FirmValues = { [Field in FirmField]: SettingValue<(typeof firmSettings)[Field]> }
const fields = Object.keys(firmSettings) as FirmField[]

/** Name of the wholesaler: staff's setting, otherwise that of the default seller. */
export async function readShop({ db }: Deps): Promise<ShopNames> {
  return namesOf(await readFirmValues(db), await readSellerNames(db))
}

/** What letters say of the wholesaler. */
export async function readLetterHead({ db }: Deps) {
  const values = await readFirmValues(db)
  const { name } = namesOf(values, await readSellerNames(db))
  const { phone, hours, email, accent, fromName } = values
  return { shop: name, fromName, contacts: { phone, hours, email }, accent }
}

/** How the wholesaler looks to everybody. */
export async function readLook({ db }: Deps): Promise<FirmLook> {
  const values = await readFirmValues(db)
  const { phone, hours, email, logo, accent } = values
  const { name } = namesOf(values, await readSellerNames(db))
  const addressOf = (width: number) => (logo === null ? '' : pictureAddress({ id: logo, type: 'webp', width }))
  const pictures = { logo: addressOf(logoWidth), icon: addressOf(iconWidth) }
  return { name, phone, hours, email, ...pictures, style: accentStyle(accent) }
}

export async function readFirmSettings({ db, config }: SettingsDeps): Promise<{ settings: StaffSettings }> {
  const values = await readFirmValues(db)
  const rules = await readRules(db)
  const { fromName, ...others } = values
  const shop = {
    ...others,
    from_name: fromName,
    usual: { ...(await readSellerNames(db)), from_name: nameInMailFrom(config) },
  }
  return { settings: { shop, rules, price_types: await readPriceTypes(db), version: versionOf(values, rules) } }
}

type GivenSettings = { firm: Partial<FirmValues>; rules: GivenRules; version: string | undefined }

/** Saves what is given. Idempotent. */
export async function saveFirmSettings(
  { db, config }: SettingsDeps,
  actor: Actor,
  { version, firm, rules }: GivenSettings,
): Promise<{ settings: StaffSettings }> {
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    const current = await readFirmValues(tx)
    const next = { ...current, ...withoutUndefined(firm) }
    const currentRules = await readRules(tx)
    const nextRules = await mergeRules(tx, currentRules, rules)
    const seen = versionOf(current, currentRules)
    if (versionOf(next, nextRules) !== seen && version !== seen) throw new AppError('conflict')
    if (next.logo !== null && next.logo !== current.logo) await expectPicture(tx, next.logo)
    for (const field of fields) {
      if (next[field] !== current[field]) await writeSetting(tx, firmSettings[field], next[field], byAccount(actor))
    }
    await writeRules(tx, { current: currentRules, next: nextRules }, byAccount(actor))
    return readFirmSettings({ db: tx, config })
  })
}

/** Locks it, so that it is not deleted as unused before the logo is saved. */
async function expectPicture(tx: Db, pictureId: number): Promise<void> {
  if (await lockPicture(tx, { pictureId })) return
  throw new AppError('invalid', { fields: { 'shop.logo': 'Загрузите логотип ещё раз' } })
}

async function readFirmValues(db: Db): Promise<FirmValues> {
  const values = await readSettings(db, Object.values(firmSettings))
  return Object.fromEntries(fields.map((field) => [field, values[firmSettings[field]]])) as FirmValues
}

async function readSellerNames(db: Db): Promise<ShopNames> {
  const seller = await findDefaultSeller(db)
  return { name: seller?.company ?? unnamedShop, company: seller?.fullName || seller?.company || unnamedShop }
}

function namesOf(values: ShopNames, usual: ShopNames): ShopNames {
  return { name: values.name || usual.name, company: values.company || usual.company }
}

function withoutUndefined(given: Partial<FirmValues>): Partial<FirmValues> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function versionOf(values: FirmValues, rules: RuleValues): string {
  return createHash('sha256')
    .update(JSON.stringify([...fields.map((field) => values[field]), ...ruleNames.map((name) => rules[name])]))
    .digest('base64url')
    .slice(0, 22)
}
