import { createHash } from 'node:crypto'
import type { StaffSettings } from '#shared/api/staff/settings.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { lockSettings, readSetting, writeSetting } from '#server/platform/settings.ts'
import { findDefaultSeller } from './shared-queries-sellers.ts'

type Deps = { db: Db }
type ShopNames = { name: string; company: string }

/** Name of the shop before a seller is known. */
const unnamedShop = 'Портал оптовых заказов'

/** Name of the wholesaler in price files: staff's setting, otherwise that of the default seller. */
export async function readShop({ db }: Deps): Promise<ShopNames> {
  const names = await readShopNames(db)
  const sellerNames = await readSellerNames(db)
  return { name: names.name || sellerNames.name, company: names.company || sellerNames.company }
}

export async function readSettings({ db }: Deps): Promise<{ settings: StaffSettings }> {
  const shop = await readShopNames(db)
  return { settings: { shop: { ...shop, usual: await readSellerNames(db) }, version: settingsVersion(shop) } }
}

/** Saves settings. Idempotent. */
export async function saveShopSettings(
  { db }: Deps,
  actor: Actor,
  { version, name, company }: ShopNames & { version: string | undefined },
): Promise<{ settings: StaffSettings }> {
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    const current = settingsVersion(await readShopNames(tx))
    if (settingsVersion({ name, company }) !== current && version !== current) throw new AppError('conflict')
    await writeSetting(tx, 'shop.name', name, byAccount(actor))
    await writeSetting(tx, 'shop.company', company, byAccount(actor))
    return readSettings({ db: tx })
  })
}

async function readShopNames(db: Db): Promise<ShopNames> {
  return { name: await readSetting(db, 'shop.name'), company: await readSetting(db, 'shop.company') }
}

async function readSellerNames(db: Db): Promise<ShopNames> {
  const seller = await findDefaultSeller(db)
  return { name: seller?.company ?? unnamedShop, company: seller?.fullName || seller?.company || unnamedShop }
}

function settingsVersion({ name, company }: ShopNames): string {
  return createHash('sha256')
    .update(JSON.stringify([name, company]))
    .digest('base64url')
    .slice(0, 22)
}
