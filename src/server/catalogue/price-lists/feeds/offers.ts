import { pictureAddress } from '#shared/api/files.ts'
import { rootCategoryId } from '#shared/constants.ts'
import { normalised, roleOf } from '#server/catalogue/presentation/property-roles.ts'
import { decimalOf, roublesOf } from '#server/platform/files/decimal.ts'
import type { YmlCategory, YmlOffer } from '#server/platform/files/yml.ts'
import type { ContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import { shownMilli } from '#server/customers/organisations/stock-display.ts'
import type { OrderedCategory } from '../category-order.ts'
import type { PriceListRow } from '../price-rows.ts'
import type { OfferDetails } from '../queries-rows.ts'

/** Non-empty categories with their ancestors, under a root that also takes goods without a category. */
export function offerCategories(
  categories: readonly OrderedCategory[],
  nonEmptyIds: ReadonlySet<number>,
): YmlCategory[] {
  const listedIds = new Set(categories.flatMap(({ id, lineage }) => (nonEmptyIds.has(id) ? lineage : [])))
  const listed = categories
    .filter(({ id }) => listedIds.has(id))
    .map(({ id, parentId, name }) => ({ id, parentId: parentId ?? rootCategoryId, name }))
  return [{ id: rootCategoryId, parentId: null, name: 'Каталог' }, ...listed]
}

/**
 * A row of the price list as an offer. Stock is shown as the contract's display setting says. Undefined if the price is
 * hidden: the format requires one.
 */
export function toOffer(
  row: PriceListRow,
  details: OfferDetails | undefined,
  { view, origin }: { view: ContractView; origin: string },
): YmlOffer | undefined {
  const { priceKopecks, listKopecks } = row
  if (priceKopecks === null) return undefined
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
    priceKopecks,
    oldPriceKopecks: listKopecks !== null && listKopecks > priceKopecks ? listKopecks : null,
    categoryId: row.category?.id ?? rootCategoryId,
    pictures: pictures.map((picture) => origin + pictureAddress(picture)),
    description: details?.description.trim() || row.header,
    barcodes: row.barcodes,
    weightGrams: details?.weightGrams ?? null,
    params: [...toParams(details?.params ?? []), ...wholesaleParams(row)],
    countMilli: shownMilli(totalMilli, view.stockDisplay),
    stepMilli: row.stepMilli,
    outlets: view.warehouses.map(({ id }, index) => ({
      id,
      instockMilli: shownMilli(row.stocksMilli[index] ?? 0, view.stockDisplay),
    })),
  }
}

/**
 * Parameters with unique names; several values are joined. A variant's values replace those of its product. A name
 * whose short form is already used stays long.
 */
function toParams(params: OfferDetails['params']): YmlOffer['params'] {
  const byName = Map.groupBy(
    params.filter(({ name }) => name.trim() !== '' && !isWholesale(name)),
    ({ name }) => name.trim(),
  )
  const usedNames = new Set(byName.keys())
  return [...byName].map(([name, values]) => {
    const variantValues = values.filter((value) => value.own)
    const value = [...new Set((variantValues.length > 0 ? variantValues : values).map((item) => item.value))].join(', ')
    const param = paramWithUnit(name, value)
    if (param.name !== name && usedNames.has(param.name)) return { name, value }
    usedNames.add(param.name)
    return param
  })
}

/** Whether a parameter of the goods means the same as one of `wholesaleParams`. */
function isWholesale(name: string): boolean {
  return roleOf(name) === 'multiplicity' || normalised(name) === 'ррц'
}

/** Wholesale data that the format lacks, as parameters with Russian names (protocols.md §1). */
function wholesaleParams({ rrcKopecks, stepMilli, unit }: PriceListRow): YmlOffer['params'] {
  return [
    ...(rrcKopecks === null ? [] : [{ name: 'РРЦ', unit: 'руб', value: roublesOf(rrcKopecks) }]),
    { name: 'Кратность', unit, value: decimalOf(stepMilli) },
  ]
}

/** Splits the unit from the value ('10 Вт') or the name ('Мощность, Вт'). */
export function paramWithUnit(name: string, value: string): YmlOffer['params'][number] {
  const [, number, unit] = /^(-?\d+(?:[.,]\d+)?)\s+([^\s\d]{1,10})$/.exec(value) ?? []
  if (number !== undefined && unit !== undefined) return { name, unit, value: number.replace(',', '.') }
  const [, shortName, unitOfName] = /^(.+),\s*([^\s,\d]{1,10})$/.exec(name) ?? []
  if (shortName === undefined || unitOfName === undefined || !/^-?\d+(?:[.,]\d+)?$/.test(value)) return { name, value }
  return { name: shortName, unit: unitOfName, value: value.replace(',', '.') }
}
