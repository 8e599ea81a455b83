import { createHash } from 'node:crypto'
import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { saveSettings, StaffSettings } from '#shared/api/staff-settings.ts'
import { AppError } from '#server/app-error.ts'
import { byAccount } from '#server/audit/changed-by.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/features/access/actor.ts'
import { lockSettings, readSetting, writeSetting } from '#server/settings.ts'
import { findUsualSeller } from './queries-sellers.ts'

type Deps = { db: Db }
type ShopNames = { name: string; company: string }

/** A portal that no organisation of ours is known of yet. */
const nameless = 'Портал оптовых заказов'

/** How the wholesaler is called in price files for programs: as staff say, else as the organisation that sells is called. */
export async function readShop({ db }: Deps): Promise<ShopNames> {
  const said = await readSaid(db)
  const usual = await readUsual(db)
  return { name: said.name || usual.name, company: said.company || usual.company }
}

export async function readSettings({ db }: Deps): Promise<{ settings: StaffSettings }> {
  const shop = await readSaid(db)
  return { settings: { shop: { ...shop, usual: await readUsual(db) }, version: versionOf(shop) } }
}

/** Keeps settings; what stands already is no change. */
export async function keepSettings(
  { db }: Deps,
  actor: Actor,
  { version, shop: { name, company } }: ParsedInputOf<typeof saveSettings>,
): Promise<{ settings: StaffSettings }> {
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    const stands = versionOf(await readSaid(tx))
    if (versionOf({ name, company }) !== stands && version !== stands) throw new AppError('conflict')
    await writeSetting(tx, 'shop.name', name, byAccount(actor))
    await writeSetting(tx, 'shop.company', company, byAccount(actor))
    return readSettings({ db: tx })
  })
}

async function readSaid(db: Db): Promise<ShopNames> {
  return { name: await readSetting(db, 'shop.name'), company: await readSetting(db, 'shop.company') }
}

async function readUsual(db: Db): Promise<ShopNames> {
  const seller = await findUsualSeller(db)
  return { name: seller?.company ?? nameless, company: seller?.fullName || seller?.company || nameless }
}

function versionOf({ name, company }: ShopNames): string {
  return createHash('sha256').update(JSON.stringify([name, company])).digest('base64url').slice(0, 22)
}
