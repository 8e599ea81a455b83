import { useState } from 'react'
import type { StaffClaimDetails } from '#shared/api/staff/claims.ts'
import type { ClaimSettlement } from '#shared/rules/aftersale/claims.ts'
import { useDecide } from './use-claims.ts'

export type LineDraft = {
  verdict: 'accept' | 'refuse' | undefined
  accepted: string
  settle: ClaimSettlement
  reason: string
}

/** The decision of a claim, line by line, as it is being made. */
export function useDecision(claim: StaffClaimDetails) {
  const decide = useDecide()
  const [drafts, setDrafts] = useState<Readonly<Record<string, LineDraft>>>({})
  const draftOf = (line: { line: number; qnt: number }): LineDraft =>
    drafts[String(line.line)] ?? {
      verdict: undefined,
      accepted: String(line.qnt).replace('.', ','),
      settle: claim.wish === 'money' || claim.wish === 'discount' ? 'credit' : 'replacement',
      reason: '',
    }
  const decided = claim.products.map((line) => {
    const draft = draftOf(line)
    const typed = Number(draft.accepted.replace(',', '.'))
    const accepted = draft.verdict === 'accept' && typed >= 0 && typed <= line.qnt ? typed : 0
    const complete = draft.verdict !== undefined && (accepted === line.qnt || draft.reason.trim() !== '')
    return {
      line: line.line,
      accepted,
      settle: accepted > 0 ? draft.settle : undefined,
      reason: draft.reason,
      complete,
    }
  })
  const left = decided.filter(({ complete }) => !complete).length

  return {
    draftOf,
    left,
    total: decided.length,
    fault: decide.error?.message,
    isPending: decide.isPending,
    change: (line: { line: number; qnt: number }, part: Partial<LineDraft>) =>
      setDrafts((before) => ({ ...before, [line.line]: { ...draftOf(line), ...part } })),
    send: () =>
      decide.mutate({
        id: claim.id,
        lines: decided.map(({ line, accepted, settle, reason }) => ({ line, accepted, settle, reason })),
      }),
  }
}

export type Decision = ReturnType<typeof useDecision>
