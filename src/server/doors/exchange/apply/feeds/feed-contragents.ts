import type { ImportedContragent } from '#server/customers/contragents/shared-queries-import.ts'
import { unknownContragent } from '#server/customers/contragents/texts.ts'
import { saveContragents } from '../../contragents/save.ts'
import type { ContragentLine } from '../../feed-lines/contragent-line.ts'
import type { ImportContext } from '../context.ts'
import { changedByOf } from '../run/audit-run.ts'
import { rejectItem } from './feed-items.ts'

const kind = 'contragents'
const batchSize = 500

/** Deletion of a contragent has only its Ид. */
type Staged = { line: number; id: string; item: Partial<ContragentLine>; deleted: boolean }

/** Links contragents as a CommerceML file does; of lines with the same Ид the last counts. */
export async function applyContragentLines(context: ImportContext): Promise<void> {
  const by = await changedByOf(context)
  for (let last = 0; ;) {
    const staged = await readStaged(context, last)
    const lines = new Map(staged.map(({ id, line }) => [id, line]))
    for (const { item, outcome, reason } of await saveContragents(context.db, by, staged.map(toImported))) {
      const answer = reason ?? (outcome === 'skipped' && !item.deleted ? unknownContragent(item.inn) : undefined)
      if (answer === undefined) context.tally.add(kind, outcome)
      else await rejectItem(context, kind, { line: lines.get(item.code) ?? 0, code: item.code, reason: answer })
    }
    last = staged.at(-1)?.line ?? last
    if (staged.length < batchSize) return
  }
}

function readStaged(context: ImportContext, last: number): Promise<Staged[]> {
  return context.rows<Staged>(
    `select line, id, item, deleted from feed_items i where line > $1
       and not exists (select from feed_items later where later.id = i.id and later.line > i.line)
     order by line limit $2`,
    last,
    batchSize,
  )
}

function toImported({ id, item, deleted }: Staged): ImportedContragent {
  const { inn = '', kpp = '', name = '', fullName = '', legalAddress = '', actualAddress = '', phone = '' } = item
  const { email = '' } = item
  const noAccount = { bank: '', bik: '', account: '', correspondentAccount: '' }
  return {
    code: id,
    deleted,
    company: name,
    fullName,
    inn,
    kpp,
    legalAddress,
    actualAddress,
    phone,
    email,
    ...noAccount,
  }
}
