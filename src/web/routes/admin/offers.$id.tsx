import { createFileRoute, notFound } from '@tanstack/react-router'
import { useMe } from '#web/features/session/use-session.ts'
import { OfferScreen } from '#web/features/staff-catalogue/OfferScreen.tsx'
import { wholeOf } from '#web/search.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

export const Route = createFileRoute('/admin/offers/$id')({
  beforeLoad: ({ params: { id } }) => {
    if (id !== 'new' && wholeOf(id) === undefined) throw notFound()
  },
  component: Offer,
})

function Offer() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const me = useMe()
  if (me === null) return null
  if (!me.rights.includes('staff.catalogue')) return <EmptyState title="Каталог вам не поручен">Обратитесь к администратору портала</EmptyState>
  return <OfferScreen key={id} id={wholeOf(id)} onDone={() => void navigate({ to: '/admin/offers' })} />
}
