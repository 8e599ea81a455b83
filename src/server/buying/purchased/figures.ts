import { ledgerKinds, paperTitle } from '#shared/rules/ledger.ts'
import type { DocumentRow, GoodRow } from './queries.ts'

/** Average price of one unit over the period, half up; null if the quantity is 0. */
export function averageKopecks({ quantityMilli, sumKopecks }: Pick<GoodRow, 'quantityMilli' | 'sumKopecks'>) {
  return quantityMilli > 0 ? Math.round((sumKopecks * 1000) / quantityMilli) : null
}

/** 'УПД 4471', or 'Заказ 0000-000123' without a document from 1C. */
export function documentTitle({ kind, paper, number }: Pick<DocumentRow, 'kind' | 'paper' | 'number'>): string {
  return kind === 'order' ? `Заказ ${number}` : paperTitle({ kind, paper, number })
}

export function operationOf({ kind }: Pick<DocumentRow, 'kind'>): string {
  return ledgerKinds[kind === 'order' ? 'sale' : kind].operation
}
