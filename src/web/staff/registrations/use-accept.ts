import { useState } from 'react'
import type { Registration, RegistrationLikeness } from '#shared/api/staff/registrations.ts'
import { CallError, fieldErrorsOf } from '#web/api/client.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { useApprove } from './use-registrations.ts'

type Proposal = NonNullable<Registration['proposal']>

export type AcceptDraft = {
  /** Undefined: a new organisation. */
  organisation: number | undefined
  contract: number | undefined
  number: string
  date: string
  priceType: number | undefined
  payment: 'prepaid' | 'deferred'
  percent: string
  days: string
  warehouses: readonly number[]
  manager: number | undefined
  tell: boolean
}

export type Accept = ReturnType<typeof useAccept>

/** Draft of the acceptance, and the approval. */
export function useAccept(request: Registration, proposal: Proposal) {
  const notify = useNotify()
  const approve = useApprove()
  const [draft, setDraft] = useState(() => draftOf(request, proposal))
  const likeness = request.likenesses.find(({ organisation }) => organisation.id === draft.organisation)
  const fields = fieldErrorsOf(approve.error)

  function change(patch: Partial<AcceptDraft>) {
    setDraft((previous) => ({ ...previous, ...patch }))
    if (approve.error) approve.reset()
  }

  function send() {
    if (approve.isPending) return
    const { organisation, contract, number, date, priceType, payment, percent, days, warehouses, manager, tell } = draft
    approve.mutate(
      {
        id: request.id,
        organisation,
        contract,
        number,
        date,
        price_type: priceType,
        payment,
        ...(payment === 'prepaid' ? { prepayment_percent: Number(percent) } : { deferral_days: Number(days) }),
        warehouses: [...warehouses],
        manager,
        tell,
      },
      { onSuccess: () => notify({ tone: 'ok', text: `${request.company}: доступ открыт`, fadeMs: 3000 }) },
    )
  }

  return {
    draft,
    likeness,
    fields,
    /** Errors without a visible field. */
    message: Object.keys(fields).length === 0 ? approve.error?.message : undefined,
    isConflict: approve.error instanceof CallError && approve.error.status === 409,
    isPending: approve.isPending,
    change,
    send,
    /** Joins an existing organisation, under its contract if it has one. */
    join: ({ organisation, contracts }: RegistrationLikeness) =>
      change({ organisation: organisation.id, contract: contracts[0]?.id }),
    createNew: () => change({ organisation: undefined, contract: undefined }),
  }
}

/** A company known from 1C is preselected for joining. */
function draftOf({ likenesses }: Registration, proposal: Proposal): AcceptDraft {
  const preselected = likenesses.find(({ by, without_accounts: isFrom1c }) => by.includes('party') && isFrom1c)
  return {
    organisation: preselected?.organisation.id,
    contract: preselected?.contracts[0]?.id,
    number: proposal.number,
    date: proposal.date,
    priceType: proposal.price_type ?? undefined,
    payment: proposal.payment,
    percent: String(proposal.prepayment_percent || 100),
    days: String(proposal.deferral_days || 14),
    warehouses: proposal.warehouses,
    manager: proposal.manager ?? undefined,
    tell: true,
  }
}
