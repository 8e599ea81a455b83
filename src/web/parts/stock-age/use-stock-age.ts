import { useQuery } from '@tanstack/react-query'
import { useNow } from '#web/ui/use-now.ts'
import { stockAgeQuery } from './stock-age-query.ts'
import { stockAgeText } from './stock-age-text.ts'

/** Null before the first exchange. */
export function useStockAge() {
  return stockAgeText(useQuery(stockAgeQuery).data, useNow(30_000))
}
