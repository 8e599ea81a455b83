import type { YmlSettings } from '#shared/api/administration/exchange-files.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { checkAddress } from '#server/platform/outgoing/address.ts'
import { OutgoingError } from '#server/platform/outgoing/refusals.ts'
import { readSetting, writeSetting, type SettingValue } from '#server/platform/settings.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { findLastFetch, resetFetch } from '../work/web/queries-web.ts'
import { listPriceTypeCodes, listWarehouseCodes, type Named } from './queries-yml.ts'

type Deps = { db: Db }
type Answer = { yml: YmlSettings }
type Yml = SettingValue<'exchange.yml'>

export async function readYml({ db }: Deps): Promise<Answer> {
  const { priceType, availableQuantity, ...settings } = await readSetting(db, 'exchange.yml')
  const last = await findLastFetch(db, { address: settings.address })
  return {
    yml: {
      ...settings,
      price_type: priceType,
      available_quantity: availableQuantity,
      price_types: await listPriceTypeCodes(db),
      warehouses: await listWarehouseCodes(db),
      last: last
        ? {
            tried_at: last.triedAt.toISOString(),
            succeeded_at: last.succeededAt?.toISOString() ?? null,
            error: last.error,
          }
        : null,
    },
  }
}

export async function saveYml({ db }: Deps, actor: Actor, yml: Yml): Promise<Answer> {
  const address = yml.address === '' ? '' : checkedAddress(yml.address)
  expectKnown('price_type', yml.priceType, await listPriceTypeCodes(db))
  expectKnown('warehouse', yml.warehouse, await listWarehouseCodes(db))
  await writeSetting(db, 'exchange.yml', { ...yml, address }, byAccount(actor))
  return readYml({ db })
}

export async function fetchNow({ db }: Deps, actor: Actor): Promise<Answer> {
  const { address } = await readSetting(db, 'exchange.yml')
  if (address === '') throw new AppError('invalid', { fields: { address: 'Сначала укажите и сохраните адрес' } })
  await db.transaction(async (tx) => {
    await resetFetch(tx, { address })
    const object = { type: 'exchange-run', id: null } as const
    await recordAudit(tx, byAccount(actor), { action: 'import.fetched', object, after: { file: address } })
  })
  return readYml({ db })
}

/** A name is resolved only when the file is fetched; what the address itself shows is refused at its field. */
function checkedAddress(text: string): string {
  try {
    return checkAddress(text).href
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    throw new AppError('invalid', { fields: { address: error.message } }, { cause: error })
  }
}

function expectKnown(field: string, code: string, known: Named[]): void {
  if (code !== '' && !known.some((each) => each.code === code))
    throw new AppError('invalid', { fields: { [field]: 'Этого больше нет: выберите из списка' } })
}
