import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Contragent } from '#shared/api/organisation/contragents.ts'
import { ContragentDialog } from '#web/parts/requisites/ContragentDialog.tsx'
import { useContragentRemoval } from '#web/parts/requisites/use-contragent-removal.ts'
import { Button } from '#web/ui/Button.tsx'
import { customerQuery, useDeleteContragent, useSaveContragent } from './use-customers.ts'

type EditorProps = {
  customerId: number
  /** Undefined: a new one. */
  contragent: Contragent | undefined
  hasHistory: boolean
  onClose: () => void
}

/** The owner's form of a contragent, with what else staff do with one. */
export function ContragentEditor({ customerId, contragent: given, hasHistory, onClose }: EditorProps) {
  const queries = useQueryClient()
  const [contragent, setContragent] = useState(given)
  const save = useSaveContragent(customerId)

  async function reload() {
    const { contragents } = await queries.fetchQuery({ ...customerQuery(customerId), staleTime: 0 })
    const current = contragents.find(({ id }) => id === contragent?.id)
    if (!current) return onClose()
    setContragent(current)
    save.reset()
  }

  return (
    <ContragentDialog
      key={contragent?.version}
      contragent={contragent}
      byStaff
      save={save}
      extra={
        contragent && (
          <>
            {contragent.contracts.every(({ status }) => status === 'expired') && (
              <DeleteButton customerId={customerId} contragent={contragent} onDeleted={onClose} />
            )}
            {hasHistory && (
              <Link to="/admin/audit" search={{ object: `contragent:${contragent.id}` }}>
                История
              </Link>
            )}
          </>
        )
      }
      onReload={reload}
      onSaved={onClose}
      onClose={onClose}
    />
  )
}

type DeleteProps = { customerId: number; contragent: Contragent; onDeleted: () => void }

function DeleteButton({ customerId, contragent, onDeleted }: DeleteProps) {
  const removal = useDeleteContragent(customerId)
  const remove = useContragentRemoval(contragent, removal, onDeleted)
  return (
    <Button icon="trash" variant="danger" busy={removal.isPending} onClick={() => void remove()}>
      Удалить
    </Button>
  )
}
