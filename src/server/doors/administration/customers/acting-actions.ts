import type { ActingAction } from '#shared/api/administration/acting.ts'
import { formatMilli } from '#shared/rules/money.ts'
import { listEditsOf, type NamedEdit } from '#server/buying/basket/shared-queries-staff-edits.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readLatest } from '../audit/service.ts'
import { shapeRows } from '../audit/shape.ts'

const maxActions = 200

type Acting = { staff: { accountId: number }; buyer: { accountId: number }; since: Date }

/** What staff did as a buyer since they began: audited calls and lines of the basket, latest first. */
export async function listActions({ db }: { db: Db }, { staff, buyer, since }: Acting): Promise<ActingAction[]> {
  const limit = maxActions
  const audited = await readLatest({ db }, { since, accountId: staff.accountId, onBehalf: true, limit })
  const rows = audited.rows.filter(
    ({ onBehalfOfAccountId, action }) => onBehalfOfAccountId === buyer.accountId && action !== 'acting.started',
  )
  const edits = await listEditsOf(db, { staffId: staff.accountId, accountId: buyer.accountId, since, limit })
  return [
    ...shapeRows({ ...audited, rows }).map(({ at, action, object, changes }) => ({
      at,
      action,
      object: object.title,
      changes,
    })),
    ...edits.map(shapeEdit),
  ]
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, limit)
}

function shapeEdit({ at, header, unit, beforeMilli, afterMilli }: NamedEdit): ActingAction {
  const text = (milli: number) => `${formatMilli(milli)} ${unit}`
  if (beforeMilli === afterMilli) return { at, action: 'Комментарий к строке корзины', object: header, changes: [] }
  return {
    at,
    action:
      beforeMilli === 0 ? 'Товар в корзину' : afterMilli === 0 ? 'Товар убран из корзины' : 'Количество в корзине',
    object: header,
    changes: [{ field: 'Количество', before: beforeMilli === 0 ? null : text(beforeMilli), after: text(afterMilli) }],
  }
}
