import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { normaliseGoodsSearch } from '#web/staff/goods/goods-url.ts'
import { GoodsScreen } from '#web/staff/goods/GoodsScreen.tsx'

export const Route = createFileRoute('/admin/goods/')({ validateSearch: normaliseGoodsSearch, component: Goods })

function Goods() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.catalogue">
      {() => <GoodsScreen search={search} onChange={(search) => void navigate({ search })} />}
    </RightGate>
  )
}
