import { errors } from '#shared/errors.ts'
import { addDays, dayOf, type Day } from '#shared/rules/dates.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { writeSchedule, type Schedule } from './queries-schedule.ts'
import { findDraft } from './queries.ts'
import { readDraft, type ReviewedDraft } from './read.ts'

type ScheduleInput = {
  draftId: number
  /** 0: not a template any more. */
  everyDays: number
  task: Schedule['task']
  /** Default: in `everyDays` days. */
  firstOn: Day | undefined
  now: Date
}

const maxAheadDays = 366

/** Turns a draft into a template, or back into an ordinary draft. */
export async function scheduleDraft(
  { db }: { db: Db },
  actor: BuyerActor,
  { draftId, everyDays, task, firstOn, now }: ScheduleInput,
): Promise<ReviewedDraft> {
  return db.transaction(async (tx) => {
    const draft = await findDraft(tx, { draftId, accountId: actor.accountId, lock: true })
    if (!draft) throw new AppError('notFound')
    const today = dayOf(now)
    const nextOn = firstOn ?? addDays(today, everyDays)
    if (everyDays > 0 && (nextOn <= today || nextOn > addDays(today, maxAheadDays)))
      throw new AppError('scheduleDate', { fields: { next: errors.scheduleDate.message } })
    await writeSchedule(tx, { draftId, schedule: everyDays === 0 ? null : { everyDays, task, nextOn } })
    return readDraft({ db: tx }, actor, { draftId })
  })
}
