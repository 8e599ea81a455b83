import { createFileRoute } from '@tanstack/react-router'
import { useContracts } from '#web/features/contracts/use-contracts.ts'
import { OrdersScreen } from '#web/features/orders/OrdersScreen.tsx'
import { normaliseOrdersSearch } from '#web/features/orders/orders-url.ts'
import { useMe } from '#web/features/session/use-session.ts'

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
      showsPrices={me.rights.includes('price.view')}
      mayOrder={me.rights.includes('order.place')}
      onChange={(search) => void navigate({ search })}
    />
  )
}
