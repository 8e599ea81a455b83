import type { Logger } from 'pino'
import { applyConditionsOfToday, conditionsChannel } from '#server/catalogue/conditions/apply.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import { runWhenNotified, type Prompt } from './run-when-notified.ts'

type Deps = { db: Db; listener: Listener; log: Logger }

/** Changes follow each other: an import has several files with groups. */
const defaultGatherMs = 500

/** Writes the prices that a change of conditions or categories has left to the job, without waiting for its minute. */
export function applyConditionsWhenChanged(
  deps: Deps,
  { gatherMs = defaultGatherMs }: { gatherMs?: number } = {},
): Prompt {
  return runWhenNotified(deps, {
    channel: conditionsChannel,
    gatherMs,
    run: async () => {
      const written = await applyConditionsOfToday(deps)
      if (written.types > 0) deps.log.info({ written }, 'prices under conditions written')
    },
  })
}
