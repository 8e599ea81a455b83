import { decimalOf, roublesOf } from './decimal.ts'
import type { Cell, NumberFormat } from './xlsx-cells.ts'

/** A money cell: kopecks as roubles with two decimals. */
export function moneyCell(kopecks: number): Cell {
  return { kind: 'number', digits: roublesOf(kopecks), format: 'money' }
}

/** A quantity cell: thousandths as units, with as many decimals as needed. */
export function quantityCell(milli: number): Cell {
  return { kind: 'number', digits: decimalOf(milli), format: quantityFormat(milli) }
}

/** Format with as many decimals as the quantity needs. */
export function quantityFormat(milli: number): NumberFormat {
  if (milli % 1000 === 0) return 'whole'
  if (milli % 100 === 0) return 'tenths'
  return milli % 10 === 0 ? 'hundredths' : 'thousandths'
}
