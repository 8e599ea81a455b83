import { ledgerKinds, paperTitle } from '#shared/rules/ledger.ts'
import type { DocumentRow, GoodRow } from './queries.ts'

/** Price of one unit over the period, half up; null: nothing is left of the quantity. */
export function averageKopecks({ quantityMilli, sumKopecks }: Pick<GoodRow, 'quantityMilli' | 'sumKopecks'>) {
  return quantityMilli > 0 ? Math.round((sumKopecks * 1000) / quantityMilli) : null
}

/** 'УПД 4471'; 'Заказ 0000-000123' where only the portal knows of it. */
export function documentTitle({ kind, paper, number }: Pick<DocumentRow, 'kind' | 'paper' | 'number'>): string {
  return kind === 'order' ? `Заказ ${number}` : paperTitle({ kind, paper, number })
}

export function operationOf({ kind }: Pick<DocumentRow, 'kind'>): string {
  return ledgerKinds[kind === 'order' ? 'sale' : kind].operation
}
