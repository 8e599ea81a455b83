import { createFileRoute, notFound } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { OfferScreen } from '#web/staff/catalogue/OfferScreen.tsx'
import { parseInteger } from '#web/search.ts'

export const Route = createFileRoute('/admin/offers/$id')({
  beforeLoad: ({ params: { id } }) => {
    if (id !== 'new' && parseInteger(id) === undefined) throw notFound()
  },
  component: Offer,
})

function Offer() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.catalogue">
      {() => <OfferScreen key={id} id={parseInteger(id)} onDone={() => void navigate({ to: '/admin/offers' })} />}
    </RightGate>
  )
}
