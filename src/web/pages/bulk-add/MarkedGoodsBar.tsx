import type { ReactNode } from 'react'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { useMarkMany } from '#web/buyer/catalogue/use-mark-several.ts'
import { ToListSelect } from '#web/buyer/lists/ToListSelect.tsx'
import type { ListName } from '#web/buyer/lists/use-lists.ts'
import { useCompareMany } from '#web/buyer/views/use-compare.ts'
import { BulkBar } from '#web/ui/tables/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { useBulkAdd } from './use-bulk-add.ts'

type BarProps = {
  rows: readonly ProductRow[]
  /** The current list, which is left out of the choices. */
  currentList?: { name: ListName; list: number | undefined }
  may: { order: boolean; manageLists: boolean }
  bulkAdd: ReturnType<typeof useBulkAdd>
  /** Additional actions of this list. */
  children?: ReactNode
  onClear: () => void
}

/** Bulk actions for checked goods, in every list; goods that were refused stay checked [S.17]. */
export function MarkedGoodsBar({ rows, currentList, may, bulkAdd, children, onClear }: BarProps) {
  const favourite = useMarkMany('inwish')
  const need = useMarkMany('inneed')
  const compare = useCompareMany()
  const ids = rows.map(({ id }) => id)
  const done = { onSuccess: onClear }
  return (
    <BulkBar count={rows.length} onClear={onClear}>
      <Button small icon="compare" busy={compare.isPending} onClick={() => compare.mutate(ids, done)}>
        Сравнить
      </Button>
      {may.manageLists && currentList?.name !== 'favorites' && (
        <Button small icon="star" busy={favourite.isPending} onClick={() => favourite.mutate(ids, done)}>
          В избранное
        </Button>
      )}
      {may.manageLists && currentList?.name !== 'needs' && (
        <Button small icon="clock" busy={need.isPending} onClick={() => need.mutate(ids, done)}>
          В потребности
        </Button>
      )}
      {may.manageLists && <ToListSelect ids={ids} except={currentList?.list} onDone={onClear} />}
      {children}
      {may.order && (
        <Button
          small
          icon="cart"
          busy={bulkAdd.pending}
          onClick={() => void bulkAdd.addMany(rows).then((isAnyAdded) => isAnyAdded && onClear())}
        >
          В корзину
        </Button>
      )}
    </BulkBar>
  )
}
