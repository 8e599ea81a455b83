import type { Day } from '#shared/rules/dates.ts'

type Shown = { active: boolean; startsOn: Day | null; endsOn: Day | null }

/** Where a day stands to the days of an offer or a banner, both included; null = without an end. */
export function periodState(today: Day, { active, startsOn, endsOn }: Shown): 'running' | 'coming' | 'over' | 'off' {
  if (!active) return 'off'
  if (endsOn !== null && endsOn < today) return 'over'
  return startsOn !== null && startsOn > today ? 'coming' : 'running'
}
