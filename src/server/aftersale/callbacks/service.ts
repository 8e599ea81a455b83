import { callDueAt, callTimesAt, type CallTime } from '#shared/rules/talk/call-times.ts'
import { formatPhone, phoneError } from '#shared/rules/parties/phone.ts'
import { AppError, throwIfInvalid } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import type { Actor, StaffActor } from '#server/platform/sessions/actor.ts'
import { listStaffOfCustomer, listStaffWhoServe } from '#server/customers/organisations/shared-queries-customers.ts'
import {
  assignCallback,
  finishCallback,
  insertCallback,
  lockCallback,
  setCallbackNote,
  type LockedCall,
} from './queries.ts'

type Deps = { db: Db }

type CallbackInput = { phone: string; firstname: string; time: CallTime | undefined; now: Date }

/**
 * Saves a request for a call; the same phone while one is open is the same request. Without a time it is for now, out
 * of hours for the next opening. Answers from when on the call is due.
 */
export async function requestCallback({ db }: Deps, actor: Actor | undefined, input: CallbackInput): Promise<Date> {
  const { time = 'now', now } = input
  const phone = formatPhone(input.phone)
  const name = input.firstname.trim()
  const fault = phoneError(phone)
  const fields = {
    ...(fault === undefined ? {} : { phone: fault }),
    ...(name === '' ? { firstname: 'Укажите имя' } : {}),
    // Who asks for a call at once is not turned away at night.
    ...(time === 'now' || callTimesAt(now).includes(time) ? {} : { time: 'Это время сегодня прошло, выберите другое' }),
  }
  throwIfInvalid(fields)
  const organisationId = actor?.organisationId ?? null
  const accountId = organisationId === null ? null : (actor?.accountId ?? null)
  const callAt = callDueAt(time, now)
  await db.transaction(async (tx) => {
    const id = await insertCallback(tx, { phone, name, wanted: time, callAt, accountId, organisationId })
    if (id === undefined) return
    await notify(tx, {
      accountIds: await listStaffToNotify(tx, organisationId),
      kind: 'callback',
      title: `${name} просит перезвонить`,
      text: phone,
      link: `/admin/chats?call=${id}`,
      eventKey: `callback:${id}`,
    })
  })
  return callAt
}

/** Staff who hear of a request: a customer's own, and everybody who serves guests when a guest asks. */
async function listStaffToNotify(tx: Db, organisationId: number | null): Promise<number[]> {
  if (organisationId !== null) return listStaffOfCustomer(tx, { organisationId })
  return (await listStaffWhoServe(tx, { organisationId })).map(({ id }) => id)
}

type Answer = {
  action: 'take' | 'assign' | 'note' | 'done'
  assigneeId: number | undefined
  note: string
  result: string
}

/** Again changes nothing, and neither does anything once the call was made. */
export async function answerCallback(
  { db }: Deps,
  actor: StaffActor,
  { id, answer }: { id: number; answer: Answer },
): Promise<void> {
  await db.transaction(async (tx) => {
    const call = await lockCallback(tx, { actor, id })
    if (!call) throw new AppError('notFound')
    if (!call.open) return
    if (answer.action === 'take') await assignCallback(tx, { id, assigneeId: actor.accountId })
    if (answer.action === 'assign') await reassignCallback(tx, call, answer.assigneeId)
    if (answer.action === 'note') await setCallbackNote(tx, { id, note: answer.note })
    if (answer.action === 'done') await finishCallback(tx, { id, by: actor, result: answer.result })
  })
}

async function reassignCallback(
  tx: Db,
  { id, organisationId }: LockedCall,
  assigneeId: number | undefined,
): Promise<void> {
  const colleague = (await listStaffWhoServe(tx, { organisationId })).find((each) => each.id === assigneeId)
  if (!colleague) throw new AppError('notFound')
  await assignCallback(tx, { id, assigneeId: colleague.id })
}
