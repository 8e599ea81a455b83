import type { ProductRow } from '#shared/api/catalogue.ts'
import { Tag } from '../Tag.tsx'

/** What is special about a product, in a word each. */
export function GoodsMarks({ row }: { row: Pick<ProductRow, 'sale' | 'new' | 'hit'> }) {
  return (
    <>
      {row.sale && <Tag tone="warn">Акция</Tag>}
      {row.new && <Tag tone="info">Новинка</Tag>}
      {row.hit && <Tag tone="ok">Хит</Tag>}
    </>
  )
}
