import type { ActRun } from '#shared/api/money/acts.ts'
import { plural } from '#shared/rules/plural.ts'
import { quantity } from '#web/ui/format.ts'

/** '4 совпали' */
export function runText({ from, to }: ActRun): string {
  const count = to - from + 1
  return `${quantity(count)} ${plural(count, ['совпала', 'совпали', 'совпали'])}`
}
