import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { CategoriesScreen } from '#web/staff/categories/CategoriesScreen.tsx'

export const Route = createFileRoute('/admin/categories')({ component: Categories })

function Categories() {
  return <RightGate right="staff.catalogue">{() => <CategoriesScreen />}</RightGate>
}
