import { createFileRoute, Link, notFound, redirect } from '@tanstack/react-router'
import { CallError } from '#web/api/client.ts'
import { ProductPage } from '#web/features/catalogue/card/ProductPage.tsx'
import { productQuery, useProduct } from '#web/features/catalogue/use-catalogue.ts'
import { useMe } from '#web/features/session/use-session.ts'
import { CompareButton } from '#web/features/views/CompareButton.tsx'
import { useMarkSeen } from '#web/features/views/use-mark-seen.ts'
import { wholeOf } from '#web/search.ts'
import { LinkedQuantity } from '../-catalogue/LinkedQuantity.tsx'
import { useCardBasket } from '../-catalogue/use-card-basket.ts'

export const Route = createFileRoute('/_buyer/product/$id')({
  loader: async ({ context: { queries, me }, params }) => {
    const id = wholeOf(params.id)
    if (id === undefined) throw notFound()
    if (me === null) return
    const card = await queries.ensureQueryData({ ...productQuery(id), revalidateIfStale: true }).catch((error: unknown) => {
      throw error instanceof CallError && error.status === 404 ? notFound() : error
    })
    // A variant has no card of its own.
    if (card.id !== id) throw redirect({ to: '/product/$id', params: { id: String(card.id) }, replace: true })
  },
  component: Product,
})

function Product() {
  const { id } = Route.useParams()
  return <Card key={id} id={Number(id)} />
}

function Card({ id }: { id: number }) {
  const me = useMe()
  const orders = me?.rights.includes('basket.edit') ?? false
  useMarkSeen(useProduct(id).data?.id)
  const basket = useCardBasket(id, orders)
  return (
    <ProductPage
      id={id}
      showPrices={me?.rights.includes('price.view') ?? false}
      keepsLists={me?.rights.includes('lists.edit') ?? false}
      basket={basket}
      actions={(card) => <CompareButton id={card.id} />}
      quantity={orders ? (row) => <LinkedQuantity row={row} /> : undefined}
      link={(row) => (
        <Link to="/product/$id" params={{ id: String(row.id) }} title={row.header}>
          {row.header}
        </Link>
      )}
    />
  )
}
