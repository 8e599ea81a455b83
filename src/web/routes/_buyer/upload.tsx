import { createFileRoute, Link } from '@tanstack/react-router'
import { useIsSwitching } from '#web/features/contracts/use-contracts.ts'
import { FoundGoods } from '#web/features/search/FoundGoods.tsx'
import { UploadScreen } from '#web/features/uploads/review/UploadScreen.tsx'
import { UploadsDoor } from '../-uploads/UploadsDoor.tsx'
import { useAddToCart, useTellAdded } from '../-uploads/use-add-to-cart.tsx'
import { useUploadDrafts } from '../-uploads/use-upload-drafts.ts'

export const Route = createFileRoute('/_buyer/upload')({ component: Upload })

function Upload() {
  return <UploadsDoor title="Заказ из файла">{(account, contract) => <Review account={account} contract={contract} />}</UploadsDoor>
}

function Review({ account, contract }: { account: number; contract: number }) {
  const navigate = Route.useNavigate()
  const addToCart = useAddToCart()
  const saveDrafts = useUploadDrafts()
  const tell = useTellAdded()
  const switching = useIsSwitching()
  return (
    <UploadScreen
      account={account}
      contract={contract}
      switching={switching}
      find={FoundGoods}
      ownPriceList={
        <>
          Удобнее всего заполнить столбец «Заказ» в <Link to="/price-lists">нашем прайс-листе</Link>: он вернётся без вопросов
        </>
      }
      onAdd={addToCart}
      onSaveDrafts={saveDrafts}
      onAdded={(reply) => {
        tell(reply)
        if (reply.count > 0) void navigate({ to: '/cart' })
      }}
    />
  )
}
