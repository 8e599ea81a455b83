import type { CallTime } from '#shared/rules/talk/call-times.ts'
import { formatPhone, phoneFault } from '#shared/rules/parties/phone.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import type { Actor, StaffActor } from '#server/platform/sessions/actor.ts'
import { listStaffOfCustomer } from '#server/customers/organisations/shared-queries-customers.ts'
import { changeCallback, insertCallback } from './queries.ts'

type Deps = { db: Db }

/** Saves a request for a call; the same phone while one is open is the same request. */
export async function askForCall(
  { db }: Deps,
  actor: Actor | undefined,
  input: { phone: string; firstname: string; time: CallTime },
): Promise<void> {
  const phone = formatPhone(input.phone)
  const name = input.firstname.trim()
  const fault = phoneFault(phone)
  const fields = {
    ...(fault === undefined ? {} : { phone: fault }),
    ...(name === '' ? { firstname: 'Укажите имя' } : {}),
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields })
  const organisationId = actor?.organisationId ?? null
  const accountId = organisationId === null ? null : (actor?.accountId ?? null)
  await db.transaction(async (tx) => {
    const id = await insertCallback(tx, { phone, name, wanted: input.time, accountId, organisationId })
    if (id === undefined || organisationId === null) return
    await notify(tx, {
      accountIds: await listStaffOfCustomer(tx, { organisationId }),
      kind: 'callback',
      title: `${name} просит перезвонить`,
      text: phone,
      link: '/admin/chats',
      eventKey: `callback:${id}`,
    })
  })
}

export async function answerCallback(
  { db }: Deps,
  actor: StaffActor,
  { id, result }: { id: number; result: string | null },
): Promise<void> {
  const known = await db.transaction((tx) => changeCallback(tx, { actor, id, result }))
  if (!known) throw new AppError('notFound')
}
