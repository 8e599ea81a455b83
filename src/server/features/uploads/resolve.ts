import type { BriefGoods, UploadRow } from '#shared/api/uploads.ts'
import { isFormulaText } from '#shared/rules/formula-text.ts'
import { lineSumKopecks, roubles, units } from '#shared/rules/money.ts'
import { isPackUnit, parseQuantityOf, parseQuantityText } from '#shared/rules/quantity-text.ts'
import { availableForOrder } from '#shared/rules/step.ts'
import { may } from '#shared/rights.ts'
import type { Db } from '#server/db/client.ts'
import type { BuyerActor } from '#server/features/access/actor.ts'
import type { Goods } from '#server/features/basket/fit-lines.ts'
import { listGoods, type OpenBasket } from '#server/features/basket/queries.ts'
import { actualWarehouses } from '#server/features/basket/service.ts'
import type { Catalogue } from '#server/features/catalogue/open.ts'
import { shownMilli, stockLabel } from '#server/features/organisations/stock-display.ts'
import { findAnalogues } from './analogues.ts'
import { findGoods, type Found, type Sought } from './find-goods.ts'
import { fitQuantity, mergeNote, mergeRows, type Fit } from './fit-rows.ts'
import type { Customer, SoldGood } from './queries.ts'

export type RowWish = Sought & { row: number; raw: UploadRow['raw'] }

type Deps = { db: Db; catalogue: Catalogue }
type Under = { basket: OpenBasket; customer: Customer; /** Rows of one good become one row. */ merge: boolean; candidates: boolean }
type Resolved = RowWish & Found & { goodId: number | undefined; requestedMilli: number | undefined }

const mostCandidates = 10

/** What becomes of rows under a contract: the good of each, how much of it can be ordered, or what else is meant. */
export async function resolveRows(deps: Deps, actor: BuyerActor, wishes: readonly RowWish[], { basket, customer, merge, candidates }: Under): Promise<UploadRow[]> {
  const { contractId, priceTypeId } = basket
  const found = await findGoods(deps, actor, wishes, { contractId, priceTypeId, customer, candidates })
  const shown = new Map(found.flatMap(({ goods, alike }) => [...(goods.length > 1 ? goods.slice(0, mostCandidates) : goods), ...alike]).map((good) => [good.id, good]))
  const stock = new Map((await listGoods(deps.db, { basket, productIds: [...shown.keys()] })).map((goods) => [goods.productId, goods]))
  const resolved = wishes.map((wish, place) => resolvedOf(wish, found[place] ?? nothingFound, stock))
  const groups = merge ? mergeRows(resolved) : resolved.map((row) => [row])

  const spread = actualWarehouses(basket).map(({ id }) => id)
  const fits = groups.map((group) => fitOf(group, stock, spread))
  const lacking = groups.flatMap(([first], place) => (fits[place]?.status === 'out' && first?.goods[0] ? [first.goods[0]] : []))
  const analogues = await findAnalogues(deps, actor, { basket, lacking, spread })
  const show = briefly({ basket, spread, pricesShown: may(actor.role, 'price.view') })
  return groups.flatMap((group, place) => {
    const [first] = group
    if (!first) return []
    const analogue = analogues.get(first.goods[0]?.id ?? 0)
    return [rowOf({ first, group, fit: fits[place], show: (good: SoldGood) => show(good, stock.get(good.id)), analogue: analogue ? show(analogue.good, analogue.goods) : null })]
  })
}

const nothingFound: Found = { matchedBy: null, goods: [], alike: [] }

function resolvedOf(wish: RowWish, found: Found, stock: ReadonlyMap<number, Goods>): Resolved {
  const [only] = found.goods
  const goods = only && stock.get(only.id)
  const quantity = goods ? parseQuantityOf(wish.raw.qnt, goods.unit) : parseQuantityText(wish.raw.qnt)
  return { ...wish, ...found, goodId: found.goods.length === 1 ? only?.id : undefined, requestedMilli: typeof quantity === 'object' ? quantity.milli : undefined }
}

/** Undefined where there is no one good, or no quantity. */
function fitOf(group: readonly Resolved[], stock: ReadonlyMap<number, Goods>, spread: number[]): Fit | undefined {
  const goods = stock.get(group[0]?.goodId ?? 0)
  if (!goods || group.some(({ requestedMilli }) => requestedMilli === undefined)) return undefined
  return fitQuantity(sumOf(group), goods, spread)
}

function sumOf(group: readonly Resolved[]): number {
  return group.reduce((sum, { requestedMilli = 0 }) => sum + requestedMilli, 0)
}

type Shown = { first: Resolved; group: readonly Resolved[]; fit: Fit | undefined; show: (good: SoldGood) => BriefGoods | null; analogue: BriefGoods | null }

function rowOf({ first, group, fit, show, analogue }: Shown): UploadRow {
  const { goods, alike, matchedBy } = first
  const good = goods.length === 1 && goods[0] ? show(goods[0]) : null
  const candidates = (goods.length > 1 ? goods : alike).slice(0, mostCandidates).flatMap((each) => show(each) ?? [])
  const { status, note } = statusOf(first, group, fit)
  const accepted = units(fit?.acceptedMilli ?? 0)
  return {
    row: first.row,
    rows: group.map(({ row }) => row),
    raw: group.length === 1 ? first.raw : { ...first.raw, qnt: group.map(({ raw }) => raw.qnt).join(' + ') },
    matchedBy: good || goods.length > 1 ? matchedBy : null,
    id: good?.id ?? null,
    goods: good,
    candidates,
    analogue: status === 'out' ? analogue : null,
    requested: first.requestedMilli === undefined ? null : units(sumOf(group)),
    accepted,
    price: good?.price ?? null,
    sum: good?.price == null ? null : roubles(lineSumKopecks(Math.round(good.price * 100), fit?.acceptedMilli ?? 0)),
    status,
    note,
  }
}

function statusOf({ goods, alike, raw, row, requestedMilli }: Resolved, group: readonly Resolved[], fit: Fit | undefined): Pick<UploadRow, 'status' | 'note'> {
  if (goods.length > 1) {
    const isOne = goods.every((good) => good.row === goods[0]?.row)
    return { status: 'ambiguous', note: isOne ? 'Выберите вариант' : `Подходят несколько товаров: ${goods.length}` }
  }
  if (goods.length === 0) return { status: 'notFound', note: notFoundNote(raw, alike.length) }
  if (requestedMilli === undefined || !fit) return { status: 'badQty', note: badQuantityNote(raw.qnt) }
  if (group.length === 1) return fit
  const rows = group.map((each) => each.row)
  const note = mergeNote(rows.length > 0 ? rows : [row])
  return fit.status === 'ok' ? { status: 'duplicate', note } : { status: fit.status, note: `${fit.note}. ${note}` }
}

function notFoundNote({ code, name }: UploadRow['raw'], alike: number): string {
  if (code === '' && name === '') return 'В строке нет ни артикула, ни названия'
  if (isFormulaText(code || name)) return 'Формула вместо артикула'
  return alike > 0 ? 'Не найден, есть похожие' : 'Нет такого товара по вашему договору'
}

function badQuantityNote(typed: string): string {
  if (typed === '') return 'Укажите количество'
  if (isFormulaText(typed)) return 'Формула вместо числа'
  if (isPackUnit(/\d\s*(\p{L}+)/u.exec(typed)?.[1] ?? '')) return `В упаковках: «${typed}». Укажите количество в единицах товара`
  return /^[\d\s]{10,}$/.test(typed) ? 'Слишком большое число' : `Не число: «${typed}»`
}

/** A good as the screens show it, with what can be had of it now. */
function briefly({ basket, spread, pricesShown }: { basket: OpenBasket; spread: readonly number[]; pricesShown: boolean }) {
  return (good: SoldGood, goods: Goods | undefined): BriefGoods | null => {
    if (!goods) return null
    const stocksMilli = goods.places.filter((place) => spread.includes(place.warehouseId)).map((place) => Math.max(0, place.availableMilli))
    const restMilli = stocksMilli.reduce((sum, milli) => sum + milli, 0)
    return {
      id: good.id,
      parent: good.parentId,
      header: good.header,
      articul: good.shownArticul,
      unit: goods.unit,
      step: units(goods.stepMilli),
      decimals: goods.decimals,
      available: units(shownMilli(availableForOrder(stocksMilli, goods), basket.stockDisplay)),
      stock_label: stockLabel(restMilli, basket.stockDisplay),
      price: pricesShown && goods.priceKopecks !== null ? roubles(goods.priceKopecks) : null,
      picture: good.picture?.id ?? 0,
      picturetype: good.picture?.type ?? '',
      in_basket: units(goods.places.reduce((sum, { quantityMilli }) => sum + quantityMilli, 0)),
    }
  }
}
