import { lazy, Suspense, useState } from 'react'
import type { ProductRow } from '#shared/api/catalogue.ts'
import type { Added } from '#web/features/basket-data/CartDone.tsx'
import { useMarkSeveral } from '#web/features/catalogue/use-mark-several.ts'
import { useCompareSeveral } from '#web/features/views/use-compare.ts'
import { BulkBar } from '#web/ui/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useAdding } from '../-lists/use-adding.ts'

const CartDone = lazy(() => import('#web/features/basket-data/CartDone.tsx').then((module) => ({ default: module.CartDone })))

type BulkProps = { rows: readonly ProductRow[]; orders: boolean; keepsLists: boolean; onClear: () => void }

/** What can be done with the checked rows of the catalogue, and what came of it; what is refused leaves them checked. */
export function CatalogueBulk({ rows, orders, keepsLists, onClear }: BulkProps) {
  const [added, setAdded] = useState<Added>()
  const adding = useAdding(setAdded)
  const wish = useMarkSeveral('inwish')
  const need = useMarkSeveral('inneed')
  const compare = useCompareSeveral()
  const ids = rows.map(({ id }) => id)
  const done = { onSuccess: onClear }
  return (
    <>
      {rows.length > 0 && (
        <BulkBar count={rows.length} onClear={onClear}>
          <Button small icon="compare" busy={compare.isPending} onClick={() => compare.mutate(ids, done)}>
            Сравнить
          </Button>
          {keepsLists && (
            <>
              <Button small icon="star" busy={wish.isPending} onClick={() => wish.mutate(ids, done)}>
                В избранное
              </Button>
              <Button small icon="clock" busy={need.isPending} onClick={() => need.mutate(ids, done)}>
                В потребности
              </Button>
            </>
          )}
          {orders && (
            <Button small icon="cart" busy={adding.pending} onClick={() => void adding.addMany(rows).then((any) => any && onClear())}>
              В корзину
            </Button>
          )}
        </BulkBar>
      )}
      {added && (
        <Suspense>
          <CartDone added={added} onClose={() => setAdded(undefined)} />
        </Suspense>
      )}
    </>
  )
}
