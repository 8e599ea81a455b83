import { Link } from '@tanstack/react-router'
import list from '#web/ui/tables/paged-list.module.css'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import type { StaffOrdersSearch } from './staff-url.ts'

type OrderLinkProps = { order: { id: number; numberOrder: string }; search: StaffOrdersSearch; isSplit: boolean }

/** Opens an order beside the list if the screen is wide enough, else on its own page. */
export function OrderLink({ order, search, isSplit }: OrderLinkProps) {
  const variant = { className: list.link, 'data-row': '', onKeyDown: moveRowFocus }
  if (!isSplit) {
    return (
      <Link to="/admin/orders/$id" params={{ id: String(order.id) }} {...variant}>
        {order.numberOrder}
      </Link>
    )
  }
  const current = search.order === order.id
  return (
    <Link
      to="/admin"
      search={{ ...search, order: order.id }}
      resetScroll={false}
      replace={search.order !== undefined}
      aria-current={current || undefined}
      {...variant}
    >
      {order.numberOrder}
    </Link>
  )
}
