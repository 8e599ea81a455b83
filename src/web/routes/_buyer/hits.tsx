import { createFileRoute } from '@tanstack/react-router'
import { normaliseListSearch } from '#web/buyer/lists/lists-url.ts'
import { useMe } from '#web/common/session/use-session.ts'
import { GoodsListPage } from '#web/pages/lists/GoodsListPage.tsx'
import { loadList } from '#web/pages/lists/load-list.ts'
import { ToCatalogue } from '#web/pages/lists/ToCatalogue.tsx'

export const Route = createFileRoute('/_buyer/hits')({
  validateSearch: normaliseListSearch,
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: ({ context, deps }) => loadList(context, { name: 'hits', ...deps }),
  component: Hits,
})

function Hits() {
  const me = useMe()
  const search = Route.useSearch()
  if (me === null) return null
  return (
    <GoodsListPage
      me={me}
      name="hits"
      impliedMark="hit"
      search={search}
      title="Хиты"
      empty={{
        title: 'Хитов пока нет',
        text: 'Здесь появятся товары, которые берут чаще всего',
        action: <ToCatalogue />,
      }}
    />
  )
}
