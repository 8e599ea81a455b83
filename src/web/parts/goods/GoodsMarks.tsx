import type { ProductRow } from '#shared/api/catalogue.ts'
import { Tag } from '#web/ui/Tag.tsx'

export type GoodsMark = 'sale' | 'new' | 'hit'

/** Flags and labels of a product as tags; `except`: flags that all goods of the list have. */
export function GoodsMarks({ row, except }: { row: Pick<ProductRow, GoodsMark>; except?: GoodsMark | undefined }) {
  return (
    <>
      {row.sale && except !== 'sale' && <Tag tone="warn">Акция</Tag>}
      {row.new && except !== 'new' && <Tag tone="info">Новинка</Tag>}
      {row.hit && except !== 'hit' && <Tag tone="ok">Хит</Tag>}
    </>
  )
}
