import type { RowDoubt } from '#shared/api/uploads.ts'
import { isPackUnit, isSamePack, unitMultiplier } from '#shared/rules/quantity-text.ts'
import type { Goods } from '#server/buying/basket/fit-lines.ts'

/**
 * Further evidence of a row, as texts of the file: its unit, the unit in the heading of the quantity, its price, notes,
 * and a remark that cancels it.
 */
export type RowEvidence = {
  unit: string
  headingUnit: string
  price: string
  quantity: string
  notes: readonly string[]
  cancelRemark: string
}

/** A price that differs from ours by this factor indicates another good. */
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

const [pieces, firstPieceUnit] = [0, units.findIndex((spellings) => spellings.includes('пар'))]

/**
 * Why a good found by code or name may be wrong; null = no doubt. A similar good sold by pairs or rolls may be
 * ordered by pieces.
 */
export function doubtByEvidence(
  { unit, headingUnit, price, quantity, cancelRemark }: RowEvidence,
  goods: Goods,
  { isNamed, isSimilar }: { isNamed: boolean; isSimilar: boolean },
): RowDoubt | null {
  if (cancelRemark !== '') return 'cancelled'
  const rowUnit = unitOf(unit) ?? unitOf(/\d[\s\u00a0]*(\p{L}[\p{L}²³-]*\d?)/u.exec(quantity)?.[1] ?? '')
  const soldUnit = unitOf(goods.unit)
  // '1 пара' in a row counted in boxes.
  if (/\p{L}/u.test(quantity) && isPackUnit(unit) && !isSamePack(unit, goods.unit)) return 'unit'
  const isByPiece = isSimilar && rowUnit === pieces && soldUnit !== undefined && soldUnit >= firstPieceUnit
  if (rowUnit !== undefined && soldUnit !== undefined && rowUnit !== soldUnit && !isByPiece) return 'unit'
  if (isUnknownUnit(unit, goods.unit)) return 'unit'
  if (headingUnit !== '' && soldUnit !== undefined && unitOf(headingUnit) !== soldUnit) return 'unit'
  return !isNamed && isImplausiblePrice(price, goods.priceKopecks) ? 'price' : null
}

/**
 * An unknown unit counts as different, unless the good is sold by it; packs and thousands are asked about as
 * quantities.
 */
function isUnknownUnit(unit: string, soldUnit: string): boolean {
  if (!/\p{L}/u.test(unit) || soldUnit === '' || isPackUnit(unit) || unitMultiplier(unit) !== 1) return false
  return unitOf(unit) === undefined && plainUnit(unit) !== plainUnit(soldUnit)
}

function plainUnit(text: string): string {
  return text.toLowerCase().replace(/[\s.]/g, '')
}

function unitOf(text: string): number | undefined {
  const key = plainUnit(text).replace(/^1(?=\p{L})|\(.*\)$/gu, '')
  const index = units.findIndex((spellings) => spellings.includes(key))
  return index < 0 ? undefined : index
}

function isImplausiblePrice(price: string, ownKopecks: number | null): boolean {
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
