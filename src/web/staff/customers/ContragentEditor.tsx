import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Contragent } from '#shared/api/organisation/contragents.ts'
import { ContragentDialog } from '#web/parts/requisites/ContragentDialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
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

function DeleteButton({ customerId, contragent: { id, company }, onDeleted }: DeleteProps) {
  const removal = useDeleteContragent()
  const confirm = useConfirm()
  const notify = useNotify()

  async function remove() {
    if (!(await confirm(`Удалить контрагента ${company}? В старых документах он останется`))) return
    try {
      // Awaited here, because the dialog is unmounted before the call's callbacks would run.
      await removal.mutateAsync({ id: customerId, contragent: id })
      notify({ tone: 'ok', text: `Контрагент удалён: ${company}`, fadeMs: 5000 })
      onDeleted()
    } catch (error) {
      notify({ tone: 'bad', title: `${company} не удалён`, text: error instanceof Error ? error.message : '' })
    }
  }

  return (
    <Button icon="trash" variant="danger" busy={removal.isPending} onClick={() => void remove()}>
      Удалить
    </Button>
  )
}
