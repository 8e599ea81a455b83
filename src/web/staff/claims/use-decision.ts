import { useState } from 'react'
import type { StaffClaimDetails } from '#shared/api/staff/claims.ts'
import type { ClaimSettlement } from '#shared/rules/aftersale/claims.ts'
import { kopecks, lineSumKopecks, milli, roubles } from '#shared/rules/money.ts'
import { useDecideClaim } from './use-claims.ts'

type Line = StaffClaimDetails['products'][number]
export type LineDraft = {
  verdict: 'accept' | 'refuse' | undefined
  accepted: number
  settle: ClaimSettlement
  reason: string
}

/** State of the decision form of a claim, line by line. */
export function useDecision(claim: StaffClaimDetails) {
  const decide = useDecideClaim()
  const [drafts, setDrafts] = useState<Readonly<Record<string, LineDraft>>>({})
  const draftOf = ({ line, qnt, wish }: Line): LineDraft =>
    drafts[String(line)] ?? {
      verdict: undefined,
      accepted: qnt,
      settle: wish === 'money' || wish === 'discount' ? 'credit' : 'replacement',
      reason: '',
    }
  const results = claim.products.map((line) => {
    const { verdict, settle, reason, ...draft } = draftOf(line)
    const accepted = verdict === 'accept' ? draft.accepted : 0
    const isComplete = verdict !== undefined && (accepted === line.qnt || reason.trim() !== '')
    return {
      line: line.line,
      accepted,
      settle: accepted > 0 ? settle : undefined,
      reason,
      isComplete,
      acceptedSum: sumOf(line, accepted),
      refusedSum: verdict === undefined ? 0 : sumOf(line, line.qnt - accepted),
    }
  })
  const sumSettledBy = (settlement: ClaimSettlement) =>
    results.filter(({ settle }) => settle === settlement).reduce((sum, { acceptedSum }) => sum + acceptedSum, 0)
  const remaining = results.filter(({ isComplete }) => !isComplete).length

  return {
    draftOf,
    remaining,
    total: results.length,
    /** Sums of the decided lines, in roubles. */
    sums: {
      replacement: roubles(sumSettledBy('replacement')),
      credit: roubles(sumSettledBy('credit')),
      refused: roubles(results.reduce((sum, { refusedSum }) => sum + refusedSum, 0)),
    },
    message: decide.error?.message,
    isPending: decide.isPending,
    change: (line: Line, patch: Partial<LineDraft>) =>
      setDrafts((previous) => ({ ...previous, [line.line]: { ...draftOf(line), ...patch } })),
    send: () =>
      decide.mutate({
        id: claim.id,
        lines: results.map(({ line, accepted, settle, reason }) => ({ line, accepted, settle, reason })),
      }),
  }
}

function sumOf({ price }: Line, units: number): number {
  return lineSumKopecks(kopecks(price ?? 0), milli(units))
}

export type Decision = ReturnType<typeof useDecision>
