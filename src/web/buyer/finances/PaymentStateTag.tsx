import type { FinanceItem } from '#shared/api/money/finances.ts'
import { Tag } from '#web/ui/Tag.tsx'

/** Payment state of a document: paid, days until due, or days overdue. */
export function PaymentStateTag({ item: { left, overdue_days: days } }: { item: FinanceItem }) {
  if (left === null) return null
  if (days === null) return <Tag tone="ok">оплачен</Tag>
  if (days > 0) return <Tag tone="bad">просрочен {days} дн.</Tag>
  return <Tag>{days === 0 ? 'сегодня' : `через ${-days} дн.`}</Tag>
}
