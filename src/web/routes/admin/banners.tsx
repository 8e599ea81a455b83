import { createFileRoute } from '@tanstack/react-router'
import { useMe } from '#web/common/session/use-session.ts'
import { BannersScreen } from '#web/staff/catalogue/BannersScreen.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

export const Route = createFileRoute('/admin/banners')({ component: Banners })

function Banners() {
  const me = useMe()
  if (me === null) return null
  if (!me.rights.includes('staff.catalogue'))
    return <EmptyState title="Каталог вам не поручен">Обратитесь к администратору портала</EmptyState>
  return <BannersScreen />
}
