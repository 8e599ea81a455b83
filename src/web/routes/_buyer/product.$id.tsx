import { createFileRoute, Link, notFound, redirect, useRouter } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { CallError } from '#web/api/client.ts'
import { ProductPage } from '#web/buyer/catalogue/card/ProductPage.tsx'
import { initQuery, useChooseContract, type ContractOption } from '#web/buyer/contracts/use-contracts.ts'
import { productQuery, useProduct } from '#web/buyer/catalogue/use-catalogue.ts'
import { useMe } from '#web/common/session/use-session.ts'
import { CompareButton } from '#web/buyer/views/CompareButton.tsx'
import { useRecordView } from '#web/buyer/views/use-record-view.ts'
import { parseInteger } from '#web/search.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { LinkedQuantity } from '#web/pages/catalogue/LinkedQuantity.tsx'
import { useCardBasket } from '#web/pages/catalogue/use-card-basket.ts'

export const Route = createFileRoute('/_buyer/product/$id')({
  // The contract of the notification that links here.
  validateSearch: (raw: Record<string, unknown>): { contract?: number | undefined } => ({
    contract: parseInteger(raw.contract),
  }),
  loaderDeps: ({ search: { contract } }) => ({ contract }),
  loader: async ({ context: { queries, me }, params, deps }) => {
    const id = parseInteger(params.id)
    if (id === undefined) throw notFound()
    if (me === null) return {}
    const card = await queries
      .ensureQueryData({ ...productQuery(id), revalidateIfStale: true })
      .catch((error: unknown) => {
        if (error instanceof CallError && error.status === 404) return undefined
        throw error
      })
    if (card === undefined) {
      const { contracts } = await queries.ensureQueryData(initQuery)
      const otherContract = contracts.find((contract) => contract.id === deps.contract && !contract.selected)
      if (!otherContract) throw notFound()
      return { otherContract }
    }
    // A variant has no card of its own.
    if (card.id !== id)
      throw redirect({ to: '/product/$id', params: { id: String(card.id) }, search: deps, replace: true })
    return {}
  },
  component: Product,
})

function Product() {
  const { id } = Route.useParams()
  const { otherContract } = Route.useLoaderData()
  if (otherContract) return <OtherContract contract={otherContract} />
  return <Card key={id} id={Number(id)} />
}

/** The chosen contract does not sell the product, but the contract of the link does. */
function OtherContract({ contract }: { contract: ContractOption }) {
  const router = useRouter()
  const choose = useChooseContract()
  return (
    <EmptyState
      title="По выбранному договору этот товар не продаётся"
      action={
        <Button
          variant="primary"
          busy={choose.isPending}
          onClick={() => choose.mutate(contract.id, { onSuccess: () => void router.invalidate() })}
        >
          Выбрать договор № {contract.number}
        </Button>
      }
    >
      Он есть по договору № {contract.number}
    </EmptyState>
  )
}

function Card({ id }: { id: number }) {
  const me = useMe()
  const orders = may(me, 'basket.edit')
  useRecordView(useProduct(id).data?.id)
  const basket = useCardBasket(id, orders)
  return (
    <ProductPage
      id={id}
      showPrices={may(me, 'price.view')}
      keepsLists={may(me, 'lists.edit')}
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
