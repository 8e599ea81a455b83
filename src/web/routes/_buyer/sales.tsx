import { createFileRoute } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { normaliseListSearch } from '#web/buyer/lists/lists-url.ts'
import { useMe } from '#web/common/session/use-session.ts'
import { price } from '#web/ui/format.ts'
import type { GoodsRows } from '#web/parts/goods/goods-rows.ts'
import { GoodsListPage } from '#web/pages/lists/GoodsListPage.tsx'
import { loadList } from '#web/pages/lists/load-list.ts'
import { ToCatalogue } from '#web/pages/lists/ToCatalogue.tsx'

export const Route = createFileRoute('/_buyer/sales')({
  validateSearch: normaliseListSearch,
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: ({ context, deps }) => loadList(context, { name: 'sales', ...deps }),
  component: Sales,
})

function Sales() {
  const me = useMe()
  const search = Route.useSearch()
  if (me === null) return null
  return (
    <GoodsListPage
      me={me}
      name="sales"
      impliedMark="sale"
      search={search}
      title="Распродажа"
      asksQuantity
      extraColumn={() => (may(me, 'price.view') ? oldPrice : undefined)}
      empty={{
        title: 'Распродаж сейчас нет',
        text: 'Товары со сниженной ценой появятся здесь',
        action: <ToCatalogue />,
      }}
    />
  )
}

const oldPrice: GoodsRows['extraColumn'] = {
  header: 'Было, ₽',
  width: 84,
  number: true,
  cell: ({ old_price }) => <s>{price(old_price)}</s>,
}
