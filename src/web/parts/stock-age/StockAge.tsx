import { Tag } from '#web/ui/Tag.tsx'
import { useStockAge } from './use-stock-age.ts'

/** How old the stock is that 1C sent: quiet text, a tag in a bar, and an amber one if it is delayed. */
export function StockAge({ tag = false, unless }: { tag?: boolean; unless?: 'late' }) {
  const age = useStockAge()
  if (age === null || (age.isLate && unless === 'late')) return null
  if (age.isLate || tag) return <Tag tone={age.isLate ? 'warn' : 'ok'}>{age.text}</Tag>
  return <span className="small dim nowrap">{age.text}</span>
}
