import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { isHiddenByPricePolitics, may } from '#shared/rights.ts'
import { isBilled } from '#shared/rules/order-states.ts'
import { CallError } from '#web/api/client.ts'
import { ClaimButton, OrderClaimsCard } from '#web/buyer/claims/OrderClaims.tsx'
import { OrderScreen } from '#web/buyer/orders/OrderScreen.tsx'
import { orderQuery } from '#web/buyer/orders/use-orders.ts'
import { useMe } from '#web/common/session/use-session.ts'
import { RepeatButton } from '#web/pages/orders/RepeatButton.tsx'
import { parseInteger } from '#web/search.ts'

export const Route = createFileRoute('/_buyer/orders/$id')({
  loader: async ({ context: { queries, me }, params }) => {
    const id = parseInteger(params.id)
    if (id === undefined) throw notFound()
    if (me === null) return
    await queries.ensureQueryData({ ...orderQuery(id), revalidateIfStale: true }).catch((error: unknown) => {
      throw error instanceof CallError && error.status === 404 ? notFound() : error
    })
  },
  component: Order,
})

function Order() {
  const { id } = Route.useParams()
  const { data: order } = useSuspenseQuery(orderQuery(Number(id)))
  const me = useMe()
  if (me === null) return null
  return (
    <OrderScreen
      key={order.id}
      order={order}
      showsPrices={may(me, 'price.view')}
      hasInvoice={may(me, 'price.contract') && isBilled(order.state)}
      invoiceHidden={isHiddenByPricePolitics(me, 'price.contract') && isBilled(order.state)}
      repeat={
        <>
          {may(me, 'claim.view') && <ClaimButton orderId={order.id} />}
          {may(me, 'basket.edit') && <RepeatButton orderId={order.id} />}
        </>
      }
      claims={may(me, 'claim.view') && <OrderClaimsCard orderId={order.id} />}
    />
  )
}
