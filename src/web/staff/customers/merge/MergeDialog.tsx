import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { CustomerDetails } from '#shared/api/administration/customers.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { CustomerChooser } from '../choose/CustomerChooser.tsx'
import { mergePlanQuery, useMergeCustomers } from '../use-customers.ts'
import { MergePreview } from './MergePreview.tsx'
import styles from './merge.module.css'

type Named = { id: number; name: string; inn: string }
type DialogProps = { customer: CustomerDetails; suggested: Named | undefined; onClose: () => void }

/** Merges a customer with another one: which, which of the two stays, what goes over. */
export function MergeDialog({ customer, suggested, onClose }: DialogProps) {
  const [other, setOther] = useState(suggested)
  const [staysHere, setStaysHere] = useState(true)
  const [asked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const notify = useNotify()
  const confirm = useConfirm()
  const merge = useMergeCustomers()
  const own: Named = { id: customer.id, name: customer.name, inn: '' }
  const [kept, closed] = staysHere ? [own, other] : [other, own]
  const query = mergePlanQuery(closed?.id ?? 0, kept?.id ?? 0)
  const { data: plan, error, refetch } = useQuery({ ...query, enabled: other !== undefined })

  function choose(chosen: Named | undefined) {
    setOther(chosen)
    merge.reset()
  }

  async function submit() {
    setAsked(true)
    if (!kept || !closed) return form.current?.querySelector('input')?.focus()
    if (!plan) return
    if (!(await confirm(`${closed.name} закроется, всё её перейдёт в ${kept.name}. Разделить обратно нельзя`))) return
    merge.mutate(
      { id: closed.id, target: kept.id, version: plan.version },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: `${closed.name} объединена с ${kept.name}`, fadeMs: 8000 })
          onClose()
          if (kept.id !== customer.id) void navigate({ to: '/admin/customers/$id', params: { id: String(kept.id) } })
        },
      },
    )
  }

  return (
    <SaveDialog
      anchored
      width={640}
      title={`Объединить: ${customer.name}`}
      subject="организацию"
      action="Объединить"
      form={form}
      saving={merge.isPending}
      error={merge.error}
      onReload={async () => {
        await queries.fetchQuery(query)
        merge.reset()
      }}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <CustomerChooser
        label="С какой организацией"
        except={[customer.id]}
        chosen={other}
        error={asked && !other ? 'Выберите организацию-двойника' : fieldErrorsOf(merge.error).target}
        onChoose={choose}
      />
      {other && (
        <>
          <fieldset className={styles.kept}>
            <legend className="small muted">Останется</legend>
            {[own, other].map(({ id, name }) => (
              <label key={id}>
                <input
                  type="radio"
                  name="kept"
                  checked={id === kept?.id}
                  onChange={() => {
                    setStaysHere(id === customer.id)
                    merge.reset()
                  }}
                />
                <span>{name}</span>
              </label>
            ))}
          </fieldset>
          {plan ? (
            <MergePreview plan={plan} />
          ) : error ? (
            <LoadError error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton width="100%" height={220} />
          )}
        </>
      )}
    </SaveDialog>
  )
}
