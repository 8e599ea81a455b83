import { useQuery } from '@tanstack/react-query'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { catalogueInitQuery } from '#web/buyer/contracts/use-contracts.ts'
import { RowQuantity } from './RowQuantity.tsx'

/** The quantity field of a linked product; a product with variants is ordered from its own card. */
export function LinkedQuantity({ row }: { row: ProductRow }) {
  const { data: init } = useQuery(catalogueInitQuery)
  const chosen = init?.warehouses.find(({ selected }) => selected)?.id
  if (row.variants_count > 0) return <span className="small dim">Варианты · {row.variants_count}</span>
  return <RowQuantity row={row} warehouse={chosen || undefined} />
}
