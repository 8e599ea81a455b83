import { Link } from '@tanstack/react-router'
import list from '#web/ui/paged-list.module.css'
import { walkRows } from '#web/ui/walk-rows.ts'
import type { StaffSearch } from './staff-url.ts'

type OrderLinkProps = { order: { id: number; numberOrder: string }; search: StaffSearch; beside: boolean }

/** Opens an order beside the list where there is room for it, else on its own page. */
export function OrderLink({ order, search, beside }: OrderLinkProps) {
  const look = { className: list.link, 'data-row': '', onKeyDown: walkRows }
  if (!beside) {
    return (
      <Link to="/admin/orders/$id" params={{ id: String(order.id) }} {...look}>
        {order.numberOrder}
      </Link>
    )
  }
  const current = search.order === order.id
  return (
    <Link to="/admin" search={{ ...search, order: order.id }} resetScroll={false} replace={search.order !== undefined} aria-current={current || undefined} {...look}>
      {order.numberOrder}
    </Link>
  )
}
