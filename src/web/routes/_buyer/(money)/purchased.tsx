import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { may } from '#shared/rights.ts'
import type { Me } from '#shared/api/account/access.ts'
import type { ProductRow } from '#shared/api/catalogue.ts'
import type { PurchasedGood } from '#shared/api/money/purchased.ts'
import { useMarkMany } from '#web/buyer/catalogue/use-mark-several.ts'
import { useChooseContract, useContracts, useWarehouses } from '#web/buyer/contracts/use-contracts.ts'
import { normalisePurchasedSearch } from '#web/buyer/purchased/purchased-url.ts'
import { PurchasedScreen } from '#web/buyer/purchased/PurchasedScreen.tsx'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { useBulkAdd } from '#web/pages/bulk-add/use-bulk-add.ts'
import { RowQuantity } from '#web/pages/catalogue/RowQuantity.tsx'
import type { Added } from '#web/parts/basket/AddedToCartDialog.tsx'
import { Button } from '#web/ui/Button.tsx'

const ProductCard = lazy(() =>
  import('#web/pages/catalogue/ProductCard.tsx').then((module) => ({ default: module.ProductCard })),
)
const AddedToCartDialog = lazy(() =>
  import('#web/parts/basket/AddedToCartDialog.tsx').then((module) => ({ default: module.AddedToCartDialog })),
)

const AnaloguesDialog = lazy(() =>
  import('#web/buyer/purchased/AnaloguesDialog.tsx').then((module) => ({ default: module.AnaloguesDialog })),
)

export const Route = createFileRoute('/_buyer/(money)/purchased')({
  validateSearch: normalisePurchasedSearch,
  component: () => <RightGate right="purchased.view">{(me) => <Purchased me={me} />}</RightGate>,
})

function Purchased({ me }: { me: Me }) {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { contracts } = useContracts()
  const choose = useChooseContract()
  const warehouse = useWarehouses().find(({ selected }) => selected)?.id
  const [added, setAdded] = useState<Added>()
  const [missing, setMissing] = useState<PurchasedGood>()
  const bulkAdd = useBulkAdd(setAdded)
  const need = useMarkMany('inneed')
  const orders = may(me, 'basket.edit')
  const quantityOf = (row: ProductRow) => <RowQuantity row={row} warehouse={warehouse} />
  return (
    <>
      <PurchasedScreen
        search={search}
        contracts={contracts}
        mayOrder={orders}
        onChange={(next) => void navigate({ search: next })}
        onChooseContract={(id) => choose.mutate(id)}
        quantityFallback={quantityOf}
        onAnalogues={setMissing}
        actions={(rows, onDone) => (
          <>
            <Button
              small
              icon="clock"
              busy={need.isPending}
              onClick={() =>
                need.mutate(
                  rows.map(({ id }) => id),
                  { onSuccess: onDone },
                )
              }
            >
              В потребности
            </Button>
            <Button
              small
              variant="primary"
              icon="cart"
              busy={bulkAdd.pending}
              onClick={() => void bulkAdd.addMany(rows).then((any) => any && onDone())}
            >
              В корзину
            </Button>
          </>
        )}
      />
      <Suspense>
        {missing && (
          <AnaloguesDialog
            good={missing}
            showPrices={may(me, 'price.view')}
            quantity={quantityOf}
            onClose={() => setMissing(undefined)}
          />
        )}
        {search.product !== undefined && (
          <ProductCard
            id={search.product}
            showPrices={may(me, 'price.view')}
            orders={orders}
            keepsLists={may(me, 'lists.edit')}
          />
        )}
        {added && <AddedToCartDialog added={added} onClose={() => setAdded(undefined)} />}
      </Suspense>
    </>
  )
}
