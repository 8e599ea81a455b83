import { createFileRoute, notFound } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { parseInteger } from '#web/search.ts'
import { MaterialEditor } from '#web/staff/pages/MaterialEditor.tsx'

export const Route = createFileRoute('/admin/materials/$id')({
  beforeLoad: ({ params: { id } }) => {
    if (id !== 'new' && parseInteger(id) === undefined) throw notFound()
  },
  component: Material,
})

function Material() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.catalogue">
      {() => <MaterialEditor key={id} id={parseInteger(id)} onDone={() => void navigate({ to: '/admin/materials' })} />}
    </RightGate>
  )
}
