import type { OrderPart } from '#shared/api/order-preview.ts'
import { withCount, money } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import styles from './order-parts.module.css'

/** Parts of the order by seller, warehouse and VAT rate; together they are its sum. */
export function OrderParts({ parts }: { parts: readonly OrderPart[] }) {
  const sellers = new Set(parts.map(({ organisation }) => organisation))
  const [seller] = sellers
  const [only, ...others] = parts
  // A single part is the whole order, whose sums are shown above.
  if (only && others.length === 0)
    return (
      <p className={styles.parts}>
        {[only.organisation && `Продаёт ${only.organisation}`, only.wms_header && `склад ${only.wms_header}`]
          .filter(Boolean)
          .join(', ')}
      </p>
    )
  return (
    <section className={styles.parts} aria-label="Части заказа">
      <h3>{sellers.size === 1 && seller ? `Продаёт ${seller}` : 'Части заказа'}</h3>
      <ul>
        {parts.map((part) => (
          <li key={`${part.organisation} ${part.wms} ${part.vat_percent}`}>
            <span>
              {sellers.size > 1 && part.organisation && `${part.organisation}, `}
              {part.wms === null
                ? 'Доставка'
                : `${part.wms_header}, ${withCount(part.lines, ['строка', 'строки', 'строк'])}`}
              <small>{vatOf(part)}</small>
            </span>
            <span>{money(part.sum)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Skeleton of the parts. */
export function PartsSkeleton({ parts }: { parts: number }) {
  return (
    <div className={styles.parts} aria-hidden="true">
      <Skeleton width="60%" height={16} />
      <ul>
        {Array.from({ length: parts > 1 ? parts : 0 }, (_, index) => (
          <li key={index}>
            <Skeleton width={150} height={32} />
            <Skeleton width={70} height={16} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function vatOf({ vat_percent, vat }: OrderPart): string {
  return vat_percent === null ? 'без НДС' : `НДС ${vat_percent} %: ${money(vat)}`
}
