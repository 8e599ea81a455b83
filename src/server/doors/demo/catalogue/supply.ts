import type { Random } from '../random.ts'
import type { Supply } from './good.ts'
import type { UnitName } from './line.ts'

export interface SupplyRequest {
  /** Roubles, before rounding to a list price. */
  roubles: number
  /** True: the price is not rounded. */
  exact: boolean
  unit: UnitName
  /** The step in units; 1 if none. */
  step: number
  soldOut: boolean
}

/** Four prices (РРЦ > Оптовая > Крупный опт > Дилерская) and three stocks of a good or variant. */
export function supplyOf(request: SupplyRequest, random: Random): Supply {
  const wholesaleKopecks = request.exact ? Math.round(request.roubles * 100) : roundedKopecks(request.roubles, random)
  return {
    wholesaleKopecks,
    largeWholesaleKopecks: discounted(wholesaleKopecks, 94 + random.integer(0, 2)),
    dealerKopecks: discounted(wholesaleKopecks, 87 + random.integer(0, 4)),
    recommendedKopecks: recommended(wholesaleKopecks, 1.28 + random.next() * 0.27),
    ...stocks(request, random),
  }
}

function roundedKopecks(roubles: number, random: Random): number {
  const unit =
    roubles < 20
      ? 1
      : roubles < 100
        ? 10
        : roubles < 1000
          ? random.pick([10, 50, 100])
          : roubles < 4000
            ? random.pick([50, 100, 1000])
            : 1000
  const kopecks = Math.max(unit, Math.round((roubles * 100) / unit) * unit)
  return roubles > 5000 && random.chance(0.05) ? kopecks + 50 : kopecks
}

function discounted(kopecks: number, percent: number): number {
  const exact = Math.floor((kopecks * percent) / 100)
  return kopecks < 100_000 ? exact : exact - (exact % 100)
}

function recommended(kopecks: number, margin: number): number {
  const exact = Math.ceil(kopecks * margin)
  const unit = kopecks < 1000 ? 10 : kopecks < 50_000 ? 100 : 1000
  return Math.ceil(exact / unit) * unit
}

function stocks(
  { roubles, unit, step, soldOut }: SupplyRequest,
  random: Random,
): Pick<Supply, 'moscowMilli' | 'petersburgMilli' | 'kazanMilli'> {
  if (soldOut) return { moscowMilli: 0, petersburgMilli: 0, kazanMilli: 0 }
  const typicalQuantity = Math.min(9000, Math.max(7, 42_000 / roubles))
  const stockIn = (share: number, probability: number) =>
    random.chance(probability)
      ? onHandMilli(typicalQuantity * share * (0.25 + random.next() * 1.5), { unit, step }, random)
      : 0
  return { moscowMilli: stockIn(1, 0.96), petersburgMilli: stockIn(0.42, 0.84), kazanMilli: stockIn(0.24, 0.72) }
}

/** Mostly whole packs; some opened packs and uneven weights. */
function onHandMilli(quantity: number, { unit, step }: Pick<SupplyRequest, 'unit' | 'step'>, random: Random): number {
  if (unit === 'кг') return Math.round(quantity * 20) * 50
  const whole = Math.max(1, Math.round(quantity))
  if (step <= 1 || random.chance(0.2)) return whole * 1000
  return Math.ceil(whole / step) * step * 1000
}
