import { createFileRoute, notFound } from '@tanstack/react-router'
import { useMe } from '#web/features/session/use-session.ts'
import { normaliseGoodsSearch } from '#web/features/staff-goods/goods-url.ts'
import { GoodScreen } from '#web/features/staff-goods/GoodScreen.tsx'
import { wholeOf } from '#web/search.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

export const Route = createFileRoute('/admin/goods/$id')({
  beforeLoad: ({ params: { id } }) => {
    if (wholeOf(id) === undefined) throw notFound()
  },
  validateSearch: normaliseGoodsSearch,
  component: Good,
})

function Good() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const me = useMe()
  if (me === null) return null
  if (!me.rights.includes('staff.catalogue')) return <EmptyState title="Каталог вам не поручен">Обратитесь к администратору портала</EmptyState>
  return <GoodScreen key={id} id={Number(id)} search={search} />
}
