import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { shapeRefusal } from '../shape-preview.ts'
import type { Obstacle } from './obstacles.ts'
import { describeRefusal, type RefusalFacts } from './refusals.ts'

/** Throws with the same details as the preview; they become the body of the error reply. */
export async function throwRefusal(
  tx: Db,
  actor: BuyerActor,
  obstacle: Obstacle | undefined,
  facts: RefusalFacts,
): Promise<void> {
  if (obstacle === undefined) return
  const { code, ...details } = shapeRefusal(await describeRefusal(tx, actor, obstacle, facts))
  throw new AppError(code, details)
}
