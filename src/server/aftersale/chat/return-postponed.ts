import { listStaffOfCustomer } from '#server/customers/organisations/shared-queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { returnPostponed } from './queries-state.ts'

/** Ends due postponements and notifies the assignees. */
export async function returnPostponedChats(
  { db }: { db: Db },
  { now = new Date() }: { now?: Date } = {},
): Promise<{ returned: number }> {
  return db.transaction(async (tx) => {
    const chats = await returnPostponed(tx, { now })
    for (const { accountId, name, assigneeId, version, ...customer } of chats)
      await notify(tx, {
        accountIds: assigneeId === null ? await listStaffOfCustomer(tx, customer) : [assigneeId],
        kind: 'chat',
        title: `Отложенный чат: ${name}`,
        text: 'Время, до которого его отложили, пришло',
        link: `/admin/chats?chat=${accountId}`,
        eventKey: `chat-back:${accountId}:${version}`,
      })
    return { returned: chats.length }
  })
}
