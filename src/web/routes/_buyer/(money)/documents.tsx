import { createFileRoute } from '@tanstack/react-router'
import { useContracts } from '#web/buyer/contracts/use-contracts.ts'
import { normaliseDocumentsSearch } from '#web/buyer/documents/documents-url.ts'
import { DocumentsScreen } from '#web/buyer/documents/DocumentsScreen.tsx'
import { RightGate } from '#web/common/session/RightGate.tsx'

export const Route = createFileRoute('/_buyer/(money)/documents')({
  validateSearch: normaliseDocumentsSearch,
  component: Documents,
})

function Documents() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { contracts } = useContracts()
  return (
    <RightGate right="documents.view">
      {(me) => (
        <DocumentsScreen
          search={search}
          contracts={contracts}
          login={me.login}
          onChange={(next) => void navigate({ search: next })}
        />
      )}
    </RightGate>
  )
}
