import { createFileRoute, notFound } from '@tanstack/react-router'
import { useMe } from '#web/common/session/use-session.ts'
import { normaliseGoodsSearch } from '#web/staff/goods/goods-url.ts'
import { GoodScreen } from '#web/staff/goods/GoodScreen.tsx'
import { parseInteger } from '#web/search.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

export const Route = createFileRoute('/admin/goods/$id')({
  beforeLoad: ({ params: { id } }) => {
    if (parseInteger(id) === undefined) throw notFound()
  },
  validateSearch: normaliseGoodsSearch,
  component: Good,
})

function Good() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const me = useMe()
  if (me === null) return null
  if (!me.rights.includes('staff.catalogue'))
    return <EmptyState title="Каталог вам не поручен">Обратитесь к администратору портала</EmptyState>
  return <GoodScreen key={id} id={Number(id)} search={search} />
}
