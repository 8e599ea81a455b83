import { createFileRoute } from '@tanstack/react-router'
import { useMe } from '#web/common/session/use-session.ts'
import { CategoriesScreen } from '#web/staff/categories/CategoriesScreen.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

export const Route = createFileRoute('/admin/categories')({ component: Categories })

function Categories() {
  const me = useMe()
  if (me === null) return null
  if (!me.rights.includes('staff.catalogue'))
    return <EmptyState title="Каталог вам не поручен">Обратитесь к администратору портала</EmptyState>
  return <CategoriesScreen />
}
