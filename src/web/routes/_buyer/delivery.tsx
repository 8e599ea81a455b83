import { createFileRoute } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { DeliveryScreen } from '#web/buyer/delivery/DeliveryScreen.tsx'
import { zonesQuery } from '#web/buyer/delivery/use-zones.ts'
import { useMe } from '#web/common/session/use-session.ts'
import { parseInteger } from '#web/search.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

export const Route = createFileRoute('/_buyer/delivery')({
  validateSearch: (raw: Record<string, unknown>): { zone?: number } => {
    const zone = parseInteger(raw.zone)
    return zone === undefined ? {} : { zone }
  },
  loader: ({ context: { queries, me } }) => {
    if (may(me, 'delivery.view')) void queries.prefetchQuery(zonesQuery)
  },
  component: Delivery,
})

function Delivery() {
  const { zone } = Route.useSearch()
  const navigate = Route.useNavigate()
  const me = useMe()
  if (me === null) return null
  if (!may(me, 'delivery.view'))
    return <EmptyState title="Раздел вам недоступен">Доставку смотрят покупатели</EmptyState>
  return (
    <DeliveryScreen
      chosen={zone}
      onChoose={(zone) =>
        void navigate({ search: zone === undefined ? {} : { zone }, replace: true, resetScroll: false })
      }
    />
  )
}
