import type { RowDoubt } from '#shared/api/uploads.ts'
import { isPackUnit, isSamePack, unitMultiplier } from '#shared/rules/quantity-text.ts'
import type { Goods } from '#server/buying/basket/fit-lines.ts'

/**
 * Other evidence of a row, as texts of the file: its unit, the unit in the heading of its quantity, its price, what is
 * noted beside it, and a remark that cancels it.
 */
export type SideEvidence = {
  unit: string
  counted: string
  price: string
  qnt: string
  notes: readonly string[]
  cancelled: string
}

/** A price higher or lower than ours by this factor means another good. */
const priceFactor = 5

const units: readonly (readonly string[])[] = [
  [
    'шт',
    'штука',
    'штуки',
    'штук',
    'pcs',
    'ед',
    'единица',
    'единиц',
    'штк',
    'штуку',
    'штучно',
    'pc',
    'pce',
    'ea',
    'изд',
    'изделие',
    'экз',
  ],
  ['кг', 'килограмм', 'килограмма', 'килограммов', 'kg'],
  ['г', 'гр', 'грамм', 'граммов'],
  ['т', 'тн', 'тонна', 'тонн'],
  ['м', 'метр', 'метра', 'метров', 'пм', 'погм', 'm'],
  ['см', 'сантиметр'],
  ['мм', 'миллиметр'],
  ['м2', 'квм', 'м²'],
  ['м3', 'кубм', 'м³'],
  ['л', 'литр', 'литра', 'литров'],
  ['мл', 'миллилитр'],
  ['пар', 'пара', 'пары'],
  ['компл', 'комплект', 'комплекта', 'комплектов', 'набор', 'наб', 'к-т', 'кт'],
  ['рул', 'рулон', 'рулона', 'рулонов'],
  ['бухта', 'бухт', 'бухты'],
  ['лист', 'листа', 'листов'],
]

const [pieces, firstCounted] = [0, units.findIndex((spellings) => spellings.includes('пар'))]

/**
 * Why a good found by code or name may be wrong; null = no doubt. A similar good sold by pairs or rolls may be
 * ordered by pieces.
 */
export function sideDoubt(
  { unit, counted: headed, price, qnt, cancelled }: SideEvidence,
  goods: Goods,
  { isNamed, isSimilar }: { isNamed: boolean; isSimilar: boolean },
): RowDoubt | null {
  if (cancelled !== '') return 'cancelled'
  const counted = unitOf(unit) ?? unitOf(/\d[\s\u00a0]*(\p{L}[\p{L}²³-]*\d?)/u.exec(qnt)?.[1] ?? '')
  const own = unitOf(goods.unit)
  // '1 пара' in a row counted in boxes.
  if (/\p{L}/u.test(qnt) && isPackUnit(unit) && !isSamePack(unit, goods.unit)) return 'unit'
  const isByPiece = isSimilar && counted === pieces && own !== undefined && own >= firstCounted
  if (counted !== undefined && own !== undefined && counted !== own && !isByPiece) return 'unit'
  if (isUnknownUnit(unit, goods.unit)) return 'unit'
  if (headed !== '' && own !== undefined && unitOf(headed) !== own) return 'unit'
  return !isNamed && isFarFrom(price, goods.priceKopecks) ? 'price' : null
}

/**
 * An unknown unit counts as different, unless the good is sold by it; packs and thousands are asked about as
 * quantities.
 */
function isUnknownUnit(unit: string, own: string): boolean {
  if (!/\p{L}/u.test(unit) || own === '' || isPackUnit(unit) || unitMultiplier(unit) !== 1) return false
  return unitOf(unit) === undefined && plainUnit(unit) !== plainUnit(own)
}

function plainUnit(text: string): string {
  return text.toLowerCase().replace(/[\s.]/g, '')
}

function unitOf(text: string): number | undefined {
  const key = plainUnit(text).replace(/^1(?=\p{L})|\(.*\)$/gu, '')
  const index = units.findIndex((spellings) => spellings.includes(key))
  return index < 0 ? undefined : index
}

function isFarFrom(price: string, ownKopecks: number | null): boolean {
  const roubles = Number(
    /\d[\d\s\u00a0]*(?:[.,]\d+)?/
      .exec(price)?.[0]
      .replace(/[\s\u00a0]/g, '')
      .replace(',', '.') ?? 0,
  )
  if (!roubles || !ownKopecks) return false
  const ratio = (roubles * 100) / ownKopecks
  return ratio > priceFactor || ratio < 1 / priceFactor
}
