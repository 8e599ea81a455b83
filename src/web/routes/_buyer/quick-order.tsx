import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useIsSwitching } from '#web/features/contracts/use-contracts.ts'
import { FoundGoods } from '#web/features/search/FoundGoods.tsx'
import { moveGrid, placeOf } from '#web/features/uploads/quick/grid-store.ts'
import { QuickOrderScreen } from '#web/features/uploads/quick/QuickOrderScreen.tsx'
import { useUpload } from '#web/features/uploads/review/use-upload.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { UploadsDoor } from '../-uploads/UploadsDoor.tsx'
import { useAddToCart, useTellAdded } from '../-uploads/use-add-to-cart.tsx'

export const Route = createFileRoute('/_buyer/quick-order')({ component: QuickOrder })

function QuickOrder() {
  return <UploadsDoor title="Быстрый заказ">{(account, contract) => <Grid account={account} contract={contract} />}</UploadsDoor>
}

function Grid({ account, contract }: { account: number; contract: number }) {
  const navigate = Route.useNavigate()
  const addToCart = useAddToCart()
  const tell = useTellAdded()
  const switching = useIsSwitching()
  const { take } = useUpload(account)
  const place = placeOf(account, contract)
  const [before, setBefore] = useState(place)
  // Typed under another contract a moment ago: the rows go along and are checked anew.
  if (before !== place) {
    moveGrid(before, place)
    setBefore(place)
  }
  return (
    <QuickOrderScreen
      key={place}
      place={place}
      contract={contract}
      switching={switching}
      find={FoundGoods}
      onReview={(request, answer) => {
        take(request, answer)
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
        tell(reply)
        if (!left) void navigate({ to: '/cart' })
      }}
    />
  )
}
