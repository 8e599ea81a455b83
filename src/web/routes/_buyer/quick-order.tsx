import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useIsSwitching } from '#web/buyer/contracts/use-contracts.ts'
import { FoundGoods } from '#web/buyer/search/FoundGoods.tsx'
import { moveGrid, storageKeyOf } from '#web/buyer/uploads/quick/grid-store.ts'
import { QuickOrderScreen } from '#web/buyer/uploads/quick/QuickOrderScreen.tsx'
import { useUpload } from '#web/buyer/uploads/review/use-upload.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { UploadsGate } from '#web/pages/uploads/UploadsGate.tsx'
import { useAddToCart, useNotifyAdded } from '#web/pages/uploads/use-add-to-cart.tsx'

export const Route = createFileRoute('/_buyer/quick-order')({ component: QuickOrder })

function QuickOrder() {
  return (
    <UploadsGate title="Быстрый заказ">
      {(account, contract) => <Grid account={account} contract={contract} />}
    </UploadsGate>
  )
}

function Grid({ account, contract }: { account: number; contract: number }) {
  const navigate = Route.useNavigate()
  const addToCart = useAddToCart()
  const notifyAdded = useNotifyAdded()
  const switching = useIsSwitching()
  const { applyAnswer } = useUpload(account)
  const storageKey = storageKeyOf(account, contract)
  const [previousKey, setPreviousKey] = useState(storageKey)
  // Rows typed under another contract move along and are recalculated.
  if (previousKey !== storageKey) {
    moveGrid(previousKey, storageKey)
    setPreviousKey(storageKey)
  }
  return (
    <QuickOrderScreen
      key={storageKey}
      storageKey={storageKey}
      contract={contract}
      switching={switching}
      find={FoundGoods}
      onReview={(request, answer) => {
        applyAnswer(request, answer)
        void navigate({ to: '/upload' })
      }}
      fromFile={
        <Link to="/upload" className={buttonClass({ small: true })}>
          <Icon name="upload" />
          Из файла
        </Link>
      }
      onAdd={addToCart}
      onAdded={(reply, left) => {
        notifyAdded(reply)
        if (!left) void navigate({ to: '/cart' })
      }}
    />
  )
}
