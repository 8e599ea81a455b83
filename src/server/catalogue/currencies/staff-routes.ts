import * as api from '#shared/api/staff/prices.ts'
import { parseDay } from '#shared/rules/dates.ts'
import { milli } from '#shared/rules/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { shapeExplanation, shapeHistory, shapeOverview } from './shape.ts'
import {
  deleteStaffRate,
  explainPriceOf,
  findContractChoices,
  readPriceOverview,
  readRates,
  savePurchaseType,
  saveStaffRate,
} from './staff-prices.ts'

export function staffPriceRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.staffPrices, async () => shapeOverview(await readPriceOverview(deps)))
  on(api.saveRate, async ({ actor, input: { currency, date, rate, nominal = 1 } }) =>
    shapeOverview(
      await saveStaffRate(deps, actor, { currency, startsOn: parseDay(date), rate: rate.toFixed(4), nominal }),
    ),
  )
  on(api.deleteRate, async ({ actor, input: { currency, date } }) =>
    shapeOverview(await deleteStaffRate(deps, actor, { currency, startsOn: parseDay(date) })),
  )
  on(api.setPurchaseType, async ({ actor, input }) =>
    shapeOverview(await savePurchaseType(deps, actor, { typeId: input.type })),
  )
  on(api.rateHistory, async ({ input }) => ({ items: (await readRates(deps, input)).map(shapeHistory) }))
  on(api.explainPrice, async ({ input: { product, contract, quantity = 1 } }) =>
    shapeExplanation(
      await explainPriceOf(deps, { productId: product, contractId: contract, quantityMilli: milli(quantity) }),
    ),
  )
  on(api.contractChoices, async ({ input: { query = '', type: typeId } }) => ({
    items: (await findContractChoices(deps, { query, typeId })).map(({ priceType, ...contract }) => ({
      ...contract,
      price_type: priceType,
    })),
  }))
}
