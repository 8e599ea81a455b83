import { useState } from 'react'
import type { StaffClaimDetails } from '#shared/api/staff/claims.ts'
import type { ClaimSettlement } from '#shared/rules/aftersale/claims.ts'
import { kopecks, lineSumKopecks, milli, roubles } from '#shared/rules/money.ts'
import { useDecide } from './use-claims.ts'

type Line = StaffClaimDetails['products'][number]
export type LineDraft = {
  verdict: 'accept' | 'refuse' | undefined
  accepted: number
  settle: ClaimSettlement
  reason: string
}

/** State of the decision form of a claim, line by line. */
export function useDecision(claim: StaffClaimDetails) {
  const decide = useDecide()
  const [drafts, setDrafts] = useState<Readonly<Record<string, LineDraft>>>({})
  const draftOf = ({ line, qnt, wish }: Line): LineDraft =>
    drafts[String(line)] ?? {
      verdict: undefined,
      accepted: qnt,
      settle: wish === 'money' || wish === 'discount' ? 'credit' : 'replacement',
      reason: '',
    }
  const decided = claim.products.map((line) => {
    const { verdict, settle, reason, ...draft } = draftOf(line)
    const accepted = verdict === 'accept' ? draft.accepted : 0
    const complete = verdict !== undefined && (accepted === line.qnt || reason.trim() !== '')
    return {
      line: line.line,
      accepted,
      settle: accepted > 0 ? settle : undefined,
      reason,
      complete,
      acceptedSum: sumOf(line, accepted),
      refusedSum: verdict === undefined ? 0 : sumOf(line, line.qnt - accepted),
    }
  })
  const sumBy = (settlement: ClaimSettlement) =>
    decided.filter(({ settle }) => settle === settlement).reduce((sum, { acceptedSum }) => sum + acceptedSum, 0)
  const left = decided.filter(({ complete }) => !complete).length

  return {
    draftOf,
    left,
    total: decided.length,
    /** Sum of the decided lines in roubles. */
    sums: {
      replacement: roubles(sumBy('replacement')),
      credit: roubles(sumBy('credit')),
      refused: roubles(decided.reduce((sum, { refusedSum }) => sum + refusedSum, 0)),
    },
    message: decide.error?.message,
    isPending: decide.isPending,
    change: (line: Line, part: Partial<LineDraft>) =>
      setDrafts((before) => ({ ...before, [line.line]: { ...draftOf(line), ...part } })),
    send: () =>
      decide.mutate({
        id: claim.id,
        lines: decided.map(({ line, accepted, settle, reason }) => ({ line, accepted, settle, reason })),
      }),
  }
}

function sumOf({ price }: Line, units: number): number {
  return lineSumKopecks(kopecks(price ?? 0), milli(units))
}

export type Decision = ReturnType<typeof useDecision>
