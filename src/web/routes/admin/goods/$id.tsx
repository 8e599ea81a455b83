import { createFileRoute, notFound } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { normaliseGoodsSearch } from '#web/staff/goods/goods-url.ts'
import { GoodScreen } from '#web/staff/goods/GoodScreen.tsx'
import { parseInteger } from '#web/search.ts'

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
  return <RightGate right="staff.catalogue">{() => <GoodScreen key={id} id={Number(id)} search={search} />}</RightGate>
}
