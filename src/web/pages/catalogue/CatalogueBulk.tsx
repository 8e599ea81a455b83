import { lazy, Suspense, useState } from 'react'
import type { ProductRow } from '#shared/api/catalogue.ts'
import type { Added } from '#web/parts/basket/AddedToCartDialog.tsx'
import { MarkedGoodsBar } from '#web/pages/bulk-add/MarkedGoodsBar.tsx'
import { useBulkAdd } from '#web/pages/bulk-add/use-bulk-add.ts'

const AddedToCartDialog = lazy(() =>
  import('#web/parts/basket/AddedToCartDialog.tsx').then((module) => ({ default: module.AddedToCartDialog })),
)

type BulkProps = { rows: readonly ProductRow[]; orders: boolean; keepsLists: boolean; onClear: () => void }

/** Bulk actions for checked rows of the catalogue. */
export function CatalogueBulk({ rows, orders, keepsLists, onClear }: BulkProps) {
  const [added, setAdded] = useState<Added>()
  const bulkAdd = useBulkAdd(setAdded)
  return (
    <>
      {rows.length > 0 && (
        <MarkedGoodsBar
          rows={rows}
          may={{ order: orders, manageLists: keepsLists }}
          bulkAdd={bulkAdd}
          onClear={onClear}
        />
      )}
      {added && (
        <Suspense>
          <AddedToCartDialog added={added} onClose={() => setAdded(undefined)} />
        </Suspense>
      )}
    </>
  )
}
