import { createFileRoute, notFound } from '@tanstack/react-router'
import { useMe } from '#web/common/session/use-session.ts'
import { OfferScreen } from '#web/staff/catalogue/OfferScreen.tsx'
import { parseInteger } from '#web/search.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

export const Route = createFileRoute('/admin/offers/$id')({
  beforeLoad: ({ params: { id } }) => {
    if (id !== 'new' && parseInteger(id) === undefined) throw notFound()
  },
  component: Offer,
})

function Offer() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const me = useMe()
  if (me === null) return null
  if (!me.rights.includes('staff.catalogue'))
    return <EmptyState title="Каталог вам не поручен">Обратитесь к администратору портала</EmptyState>
  return <OfferScreen key={id} id={parseInteger(id)} onDone={() => void navigate({ to: '/admin/offers' })} />
}
