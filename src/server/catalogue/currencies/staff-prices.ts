import { isForeignCurrency } from '#shared/rules/prices/currencies.ts'
import { addDays, dayOf, type Day } from '#shared/rules/dates.ts'
import { lineSumKopecks } from '#shared/rules/money.ts'
import { explainBreaks, type ConsideredBreak } from '#server/catalogue/price-breaks/explain-breaks.ts'
import { decidePrice, type PriceDecision } from '#server/catalogue/prices/decide-price.ts'
import { findPriceFacts, type ExplainedGood } from '#server/catalogue/prices/shared-queries-facts.ts'
import type { Rate } from '#server/catalogue/prices/shared-queries-rates.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { readSetting, writeSetting } from '#server/platform/settings.ts'
import {
  findContracts,
  findPriceTypeCode,
  listCurrencyRows,
  listPriceTypeRows,
  listRates,
  type CurrencyRow,
  type PriceTypeRow,
} from './queries-staff.ts'
import { removeComingRate, setRates } from './rates.ts'

type Deps = { db: Db }

export type PriceOverview = { types: PriceTypeRow[]; currencies: CurrencyRow[]; purchaseType: string }

/** A rate may be set this many days ahead: a year in a date is easily mistyped. */
const maxDaysAhead = 366

export async function readPriceOverview({ db }: Deps): Promise<PriceOverview> {
  return {
    types: await listPriceTypeRows(db),
    currencies: await listCurrencyRows(db, { today: dayOf(new Date()) }),
    purchaseType: await readSetting(db, 'prices.purchaseType'),
  }
}

/** Prices of goods follow in the same transaction. Idempotent. */
export async function saveStaffRate({ db }: Deps, actor: Actor, rate: Rate): Promise<PriceOverview> {
  if (!isForeignCurrency(rate.currency)) throw new AppError('invalid', { fields: { currency: 'Выберите валюту' } })
  if (rate.startsOn > addDays(dayOf(new Date()), maxDaysAhead))
    throw new AppError('invalid', { fields: { date: 'Не дальше года вперёд' } })
  await db.transaction((tx) =>
    setRates(tx, {
      rates: [rate],
      by: { source: 'staff', accountId: actor.accountId },
      changedBy: byAccount(actor),
    }),
  )
  return readPriceOverview({ db })
}

export async function deleteStaffRate(
  { db }: Deps,
  actor: Actor,
  { currency, startsOn }: { currency: string; startsOn: Day },
): Promise<PriceOverview> {
  if (startsOn <= dayOf(new Date()))
    throw new AppError('invalid', { fields: { date: 'Этот курс уже действовал: задайте другой' } })
  await db.transaction((tx) => removeComingRate(tx, { currency, startsOn, changedBy: byAccount(actor) }))
  return readPriceOverview({ db })
}

export async function savePurchaseType(
  { db }: Deps,
  actor: Actor,
  { typeId }: { typeId: number | undefined },
): Promise<PriceOverview> {
  const code = typeId === undefined ? '' : await findPriceTypeCode(db, { id: typeId })
  if (code === undefined) throw new AppError('notFound')
  await writeSetting(db, 'prices.purchaseType', code, byAccount(actor))
  return readPriceOverview({ db })
}

export async function readRates({ db }: Deps, { currency }: { currency: string }) {
  return listRates(db, { currency })
}

export async function findContractChoices({ db }: Deps, choice: { query: string; typeId: number | undefined }) {
  return findContracts(db, choice)
}

export type Explanation = ExplainedGood & {
  decision: PriceDecision
  breaks: ConsideredBreak[]
  priceKopecks: number | null
  sumKopecks: number | null
}

/** Which price a good has under a contract today, and why. */
export async function explainPriceOf(
  { db }: Deps,
  { productId, contractId, quantityMilli }: { productId: number; contractId: number; quantityMilli: number },
): Promise<Explanation> {
  const today = dayOf(new Date())
  const purchaseType = await readSetting(db, 'prices.purchaseType')
  const facts = await findPriceFacts(db, { productId, contractId, purchaseType, today })
  if (!facts) throw new AppError('notFound')
  const decision = decidePrice(facts, today)
  const { kopecks, breaks } = await explainBreaks(db, {
    contractId,
    productId,
    quantityMilli,
    listKopecks: facts.listKopecks,
    baseKopecks: decision.kopecks,
  })
  const sumKopecks = kopecks === null ? null : lineSumKopecks(kopecks, quantityMilli)
  return { ...facts, decision, breaks, priceKopecks: kopecks, sumKopecks }
}
