import type { Db } from '#server/platform/db/client.ts'
import { readSetting } from '#server/platform/settings.ts'
import type { ImportSettings } from '../apply/context.ts'

export async function readImportSettings(db: Db): Promise<ImportSettings> {
  return {
    stockMeaning: await readSetting(db, 'stock.meaning'),
    rrcTypeCode: await readSetting(db, 'exchange.rrcType'),
    createsGoodsFromOffers: await readSetting(db, 'exchange.offers.makeGoods'),
    yml: await readSetting(db, 'exchange.yml'),
  }
}
