import { decimalOf, roublesOf } from './decimal.ts'
import type { Cell, NumberFormat } from './xlsx-cells.ts'

/** A cell of money: kopecks as roubles with two decimals. */
export function moneyCell(kopecks: number): Cell {
  return { kind: 'number', digits: roublesOf(kopecks), format: 'money' }
}

/** A cell of a quantity: thousandths as units, with as many decimals as it has. */
export function quantityCell(milli: number): Cell {
  return { kind: 'number', digits: decimalOf(milli), format: quantityFormat(milli) }
}

/** As many decimals as a quantity in thousandths has. */
export function quantityFormat(milli: number): NumberFormat {
  if (milli % 1000 === 0) return 'whole'
  if (milli % 100 === 0) return 'tenths'
  return milli % 10 === 0 ? 'hundredths' : 'thousandths'
}
