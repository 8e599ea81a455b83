import { createFileRoute } from '@tanstack/react-router'
import { useMe } from '#web/common/session/use-session.ts'
import { normaliseGoodsSearch } from '#web/staff/goods/goods-url.ts'
import { GoodsScreen } from '#web/staff/goods/GoodsScreen.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

export const Route = createFileRoute('/admin/goods/')({ validateSearch: normaliseGoodsSearch, component: Goods })

function Goods() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const me = useMe()
  if (me === null) return null
  if (!me.rights.includes('staff.catalogue'))
    return <EmptyState title="Каталог вам не поручен">Обратитесь к администратору портала</EmptyState>
  return <GoodsScreen search={search} onChange={(search) => void navigate({ search })} />
}
