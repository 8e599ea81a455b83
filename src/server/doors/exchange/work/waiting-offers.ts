import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { listAccountsWith } from '#server/platform/sessions/shared-queries-rights.ts'
import { waitingAdvice } from '../apply/waiting.ts'
import { countNewlyWaiting } from './queries-waiting.ts'

type Deps = { db: Db }

/**
 * At the end of a session: notifies administrators of offers that wait for goods which had no waiting offers before.
 */
export async function reportWaitingOffers({ db }: Deps, { sessionId }: { sessionId: number }): Promise<void> {
  await db.transaction(async (tx) => {
    const waiting = await countNewlyWaiting(tx, { sessionId })
    if (waiting === undefined) return
    await notify(tx, {
      accountIds: await listAccountsWith(tx, 'staff.settings'),
      kind: 'exchange',
      title: 'Предложения из 1С ждут своих товаров',
      text: `${waitingAdvice(waiting)}.`,
      link: '/admin/exchange',
      eventKey: `offers-waiting:${sessionId}`,
    })
  })
}
