import type { ActDetails } from '#shared/api/money/acts.ts'
import { matchOutcomes, type MatchOutcome } from '#shared/rules/act-outcomes.ts'

/** Number of differences to be answered, and of answered lines. */
export function countAnswers({ outcomes, unanswered, disputed }: ActDetails): { needed: number; answered: number } {
  const needed = (Object.keys(outcomes) as MatchOutcome[])
    .filter((outcome) => matchOutcomes[outcome].needsAnswer)
    .reduce((sum, outcome) => sum + outcomes[outcome], 0)
  return { needed, answered: Math.max(disputed, needed - unanswered) }
}
