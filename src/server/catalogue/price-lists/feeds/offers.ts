import { pictureAddress } from '#shared/api/files.ts'
import { rootCategoryId } from '#shared/constants.ts'
import { normalised, roleOf } from '#server/catalogue/presentation/property-roles.ts'
import { decimalOf, roublesOf } from '#server/platform/files/decimal.ts'
import type { YmlCategory, YmlOffer } from '#server/platform/files/yml.ts'
import type { ContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import { shownMilli } from '#server/customers/organisations/stock-display.ts'
import type { OrderedCategory } from '../category-order.ts'
import type { ListedRow } from '../price-rows.ts'
import type { OfferDetails } from '../queries-rows.ts'

/**
 * Categories that goods are sold in and those above them, under the root, which also takes the goods that are in none.
 */
export function offerCategories(categories: readonly OrderedCategory[], soldIn: ReadonlySet<number>): YmlCategory[] {
  const named = new Set(categories.flatMap(({ id, lineage }) => (soldIn.has(id) ? lineage : [])))
  const below = categories
    .filter(({ id }) => named.has(id))
    .map(({ id, parentId, name }) => ({ id, parentId: parentId ?? rootCategoryId, name }))
  return [{ id: rootCategoryId, parentId: null, name: 'Каталог' }, ...below]
}

/** A row of the price list as an offer; stock as the contract shows it. */
export function offerOf(
  row: ListedRow,
  details: OfferDetails | undefined,
  { view, origin }: { view: ContractView; origin: string },
): YmlOffer {
  const totalMilli = row.stocksMilli.reduce((sum, milli) => sum + milli, 0)
  const pictures = details?.pictures ?? []
  return {
    id: row.id,
    groupId: row.parentId,
    available: totalMilli >= row.stepMilli,
    name: row.header,
    vendor: row.brand,
    vendorCode: row.articul,
    url: `${origin}/product/${row.parentId ?? row.id}`,
    priceKopecks: row.priceKopecks,
    oldPriceKopecks: row.listKopecks > row.priceKopecks ? row.listKopecks : null,
    categoryId: row.category?.id ?? rootCategoryId,
    pictures: pictures.map((picture) => origin + pictureAddress(picture)),
    description: details?.description.trim() || row.header,
    barcodes: row.barcodes,
    weightGrams: details?.weightGrams ?? null,
    params: [...paramsOf(details?.params ?? []), ...wholesaleParams(row)],
    countMilli: shownMilli(totalMilli, view.stockDisplay),
    stepMilli: row.stepMilli,
    outlets: view.warehouses.map(({ id }, index) => ({
      id,
      instockMilli: shownMilli(row.stocksMilli[index] ?? 0, view.stockDisplay),
    })),
  }
}

/**
 * Joins several values of a parameter; a variant's values come before its product's. Names are unique: wholesale
 * additions occur once, and a name whose short form is taken stays long.
 */
function paramsOf(params: OfferDetails['params']): YmlOffer['params'] {
  const byName = Map.groupBy(
    params.filter(({ name }) => name.trim() !== '' && !isWholesale(name)),
    ({ name }) => name.trim(),
  )
  const taken = new Set(byName.keys())
  return [...byName].map(([name, values]) => {
    const own = values.filter((value) => value.own)
    const value = [...new Set((own.length > 0 ? own : values).map((one) => one.value))].join(', ')
    const param = paramWithUnit(name, value)
    if (param.name !== name && taken.has(param.name)) return { name, value }
    taken.add(param.name)
    return param
  })
}

/** Whether a parameter of the goods has the meaning of one of `wholesaleParams`. */
function isWholesale(name: string): boolean {
  return roleOf(name) === 'multiplicity' || normalised(name) === 'ррц'
}

/** What wholesale adds to the format, as parameters under their Russian names (protocols.md §1). */
function wholesaleParams({ rrcKopecks, stepMilli, unit }: ListedRow): YmlOffer['params'] {
  return [
    ...(rrcKopecks === null ? [] : [{ name: 'РРЦ', unit: 'руб', value: roublesOf(rrcKopecks) }]),
    { name: 'Кратность', unit, value: decimalOf(stepMilli) },
  ]
}

/** A unit given in the value ('10 Вт') or after the name ('Мощность, Вт') as the format wants it. */
export function paramWithUnit(name: string, value: string): YmlOffer['params'][number] {
  const [, number, unit] = /^(-?\d+(?:[.,]\d+)?)\s+([^\s\d]{1,10})$/.exec(value) ?? []
  if (number !== undefined && unit !== undefined) return { name, unit, value: number.replace(',', '.') }
  const [, shortName, unitOfName] = /^(.+),\s*([^\s,\d]{1,10})$/.exec(name) ?? []
  if (shortName === undefined || unitOfName === undefined || !/^-?\d+(?:[.,]\d+)?$/.test(value)) return { name, value }
  return { name: shortName, unit: unitOfName, value: value.replace(',', '.') }
}
