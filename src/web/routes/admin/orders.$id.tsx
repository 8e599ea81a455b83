import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { CallError } from '#web/api/client.ts'
import { StaffOrderScreen } from '#web/staff/orders/StaffOrderScreen.tsx'
import { staffOrderQuery } from '#web/staff/orders/use-staff-orders.ts'
import { parseInteger } from '#web/search.ts'

export const Route = createFileRoute('/admin/orders/$id')({
  validateSearch: ({ action }: Record<string, unknown>): { action?: 'ship' } => (action === 'ship' ? { action } : {}),
  loader: async ({ context: { queries, me }, params }) => {
    const id = parseInteger(params.id)
    if (id === undefined) throw notFound()
    if (me === null) return
    // Loaded with the page: calls of rare pages would increase every first load.
    const orders = await import('#web/staff/orders/use-staff-orders.ts')
    await queries
      .ensureQueryData({ ...orders.staffOrderQuery(id), revalidateIfStale: true })
      .catch((error: unknown) => {
        throw error instanceof CallError && error.status === 404 ? notFound() : error
      })
  },
  component: Order,
})

function Order() {
  const { id } = Route.useParams()
  const { data: order } = useSuspenseQuery(staffOrderQuery(Number(id)))
  const { action } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <StaffOrderScreen
      key={order.id}
      order={order}
      shipping={action === 'ship'}
      onShip={(shipping) => void navigate({ search: shipping ? { action: 'ship' } : {}, replace: !shipping })}
    />
  )
}
