import { createFileRoute } from '@tanstack/react-router'
import { useMe } from '#web/common/session/use-session.ts'
import { SynonymsScreen } from '#web/staff/catalogue/SynonymsScreen.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

export const Route = createFileRoute('/admin/synonyms')({ component: Synonyms })

function Synonyms() {
  const me = useMe()
  if (me === null) return null
  if (!me.rights.includes('staff.catalogue'))
    return <EmptyState title="Каталог вам не поручен">Обратитесь к администратору портала</EmptyState>
  return <SynonymsScreen />
}
