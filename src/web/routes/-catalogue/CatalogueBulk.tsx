import { lazy, Suspense, useState } from 'react'
import type { ProductRow } from '#shared/api/catalogue.ts'
import type { Added } from '#web/features/basket-data/CartDone.tsx'
import { MarkedGoodsBar } from '../-lists/MarkedGoodsBar.tsx'
import { useAdding } from '../-lists/use-adding.ts'

const CartDone = lazy(() => import('#web/features/basket-data/CartDone.tsx').then((module) => ({ default: module.CartDone })))

type BulkProps = { rows: readonly ProductRow[]; orders: boolean; keepsLists: boolean; onClear: () => void }

/** The checked rows of the catalogue, and what came of them. */
export function CatalogueBulk({ rows, orders, keepsLists, onClear }: BulkProps) {
  const [added, setAdded] = useState<Added>()
  const adding = useAdding(setAdded)
  return (
    <>
      {rows.length > 0 && <MarkedGoodsBar rows={rows} may={{ order: orders, keep: keepsLists }} adding={adding} onClear={onClear} />}
      {added && (
        <Suspense>
          <CartDone added={added} onClose={() => setAdded(undefined)} />
        </Suspense>
      )}
    </>
  )
}
