import type { ProductRow } from '#shared/api/catalogue.ts'
import { StarButton } from '#web/parts/goods/StarButton.tsx'
import { rowName } from '#web/parts/goods/goods-rows.ts'
import { useMark } from './card/use-marks.ts'

/** Favourite toggle; a refusal restores it and shows a message [T.4]. */
export function Star({ row }: { row: Pick<ProductRow, 'id' | 'inwish' | 'articul' | 'header'> }) {
  const favourite = useMark(row.id, 'inwish')
  return (
    <StarButton
      isOn={row.inwish}
      label={`В избранном: ${rowName(row)}`}
      title={row.inwish ? 'Убрать из избранного' : 'В избранное'}
      onPress={() => favourite.mutate(!row.inwish)}
    />
  )
}
