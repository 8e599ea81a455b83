import type { Day } from '#shared/rules/dates.ts'

type Shown = { active: boolean; startsOn: Day | null; endsOn: Day | null }

/** State of an offer or banner on a day; the first and last day are included, null = no end. */
export function periodState(today: Day, { active, startsOn, endsOn }: Shown): 'running' | 'coming' | 'over' | 'off' {
  if (!active) return 'off'
  if (endsOn !== null && endsOn < today) return 'over'
  return startsOn !== null && startsOn > today ? 'coming' : 'running'
}
