import { createFileRoute } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { useContracts } from '#web/buyer/contracts/use-contracts.ts'
import { OrdersScreen } from '#web/buyer/orders/OrdersScreen.tsx'
import { normaliseOrdersSearch } from '#web/buyer/orders/orders-url.ts'
import { useMe } from '#web/common/session/use-session.ts'

export const Route = createFileRoute('/_buyer/orders/')({
  validateSearch: normaliseOrdersSearch,
  component: Orders,
})

function Orders() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { contracts } = useContracts()
  const me = useMe()
  if (me === null) return null
  return (
    <OrdersScreen
      search={search}
      contracts={contracts}
      showsPrices={may(me, 'price.view')}
      mayOrder={may(me, 'order.place')}
      onChange={(search) => void navigate({ search })}
    />
  )
}
