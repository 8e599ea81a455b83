import { createFileRoute, Link } from '@tanstack/react-router'
import { useIsSwitching } from '#web/buyer/contracts/use-contracts.ts'
import { FoundGoods } from '#web/buyer/search/FoundGoods.tsx'
import { UploadScreen } from '#web/buyer/uploads/review/UploadScreen.tsx'
import { UploadsGate } from '#web/pages/uploads/UploadsGate.tsx'
import { useAddToCart, useNotifyAdded } from '#web/pages/uploads/use-add-to-cart.tsx'
import { useUploadDrafts } from '#web/pages/uploads/use-upload-drafts.ts'

export const Route = createFileRoute('/_buyer/upload')({ component: Upload })

function Upload() {
  return (
    <UploadsGate title="Заказ из файла">
      {(account, contract) => <Review account={account} contract={contract} />}
    </UploadsGate>
  )
}

function Review({ account, contract }: { account: number; contract: number }) {
  const navigate = Route.useNavigate()
  const addToCart = useAddToCart()
  const saveDrafts = useUploadDrafts()
  const notifyAdded = useNotifyAdded()
  const switching = useIsSwitching()
  return (
    <UploadScreen
      account={account}
      contract={contract}
      switching={switching}
      find={FoundGoods}
      ownPriceList={
        <>
          Удобнее всего заполнить столбец «Заказ» в <Link to="/price-lists">нашем прайс-листе</Link>: он вернётся без
          вопросов
        </>
      }
      onAdd={addToCart}
      onSaveDrafts={saveDrafts}
      onAdded={(reply) => {
        notifyAdded(reply)
        if (reply.count > 0) void navigate({ to: '/cart' })
      }}
    />
  )
}
