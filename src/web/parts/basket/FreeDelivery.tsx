import { kopecks, roubles } from '#shared/rules/money.ts'
import { money } from '#web/ui/format.ts'

/** Sum missing for free delivery, as text and a progress bar; empty without a free delivery threshold. */
export function FreeDelivery({
  sum,
  from,
  className,
}: {
  sum: number | null
  from: number | null
  className: string | undefined
}) {
  if (sum === null || from === null || from <= 0) return null
  const missing = roubles(Math.max(0, kopecks(from) - kopecks(sum)))
  return (
    <div className={className}>
      {missing > 0 ? `До бесплатной доставки ${money(missing)}` : 'Доставка бесплатна'}
      <i aria-hidden="true">
        <b style={{ width: `${Math.min(100, (sum * 100) / from)}%` }} />
      </i>
    </div>
  )
}
