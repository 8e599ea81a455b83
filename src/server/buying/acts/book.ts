import { findParties } from '#server/customers/organisations/shared-queries-parties.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { TooManyTables, type TableReader } from '#server/platform/files/tables/table-reader.ts'
import { UnreadableTable } from '#server/platform/files/tables/unreadable-table.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import type { Match, OurLine, TheirLine } from './matching/match-ledgers.ts'
import { runMatching } from './matching/run-matching.ts'
import { deleteBook, listOurLines, storeBook, type BookToStore } from './queries-matches.ts'
import type { StoredAct } from './queries.ts'
import { joinBooks, readLedger, type BookFile, type BookLine } from './reading/read-ledger.ts'
import { getAct, getBuiltAct, lockOwnAct } from './service.ts'

type Deps = { db: Db; tables: TableReader }
type UploadedBook = { actId: number; name: string; bytes: Buffer }

/** Matches the buyer's ledger file with an act, replacing an earlier file. The act still has to be answered. */
export async function uploadBook(
  { db, tables }: Deps,
  actor: BuyerActor,
  { actId, name, bytes }: UploadedBook,
): Promise<StoredAct> {
  const act = await getBuiltAct(db, actor, { actId })
  assertOpen(act)
  return saveBook({ db }, actor, { act, name, file: await readBook(db, tables, act, bytes) })
}

/** Stores and matches a ledger that was read already. */
export async function saveBook(
  { db }: { db: Db },
  actor: BuyerActor,
  { act, name, file }: { act: StoredAct; name: string; file: BookFile },
): Promise<StoredAct> {
  const actId = act.id
  const ours = await listOurLines(db, { actId })
  const book = await matchBook(act, ours, file)
  return db.transaction(async (tx) => {
    assertOpen(await lockOwnAct(tx, actor, { actId }))
    await storeBook(tx, { ...book, actId, name })
    return getAct(tx, actor, { actId })
  })
}

export async function removeBook(
  { db }: { db: Db },
  actor: BuyerActor,
  { actId }: { actId: number },
): Promise<StoredAct> {
  return db.transaction(async (tx) => {
    assertOpen(await lockOwnAct(tx, actor, { actId }))
    await deleteBook(tx, { actId })
    return getAct(tx, actor, { actId })
  })
}

function assertOpen({ state }: StoredAct): void {
  if (state !== 'ready')
    throw new AppError(state === 'confirmed' || state === 'disputed' ? 'actAnswered' : 'actNotReady')
}

/** The sheets that have the columns of a ledger: each account may have one of its own. */
async function readBook(db: Db, tables: TableReader, { contractId }: StoredAct, bytes: Buffer): Promise<BookFile> {
  const parties = await findParties(db, { contractId })
  const own = { buyer: parties?.buyer.company ?? '', seller: parties?.seller?.company ?? '' }
  try {
    // The bytes are transferred to the thread.
    const source = { bytes: new Uint8Array(bytes).buffer, isForeign: true }
    return await tables.read(source, async ({ samples = [], cells }) => {
      const books: BookFile[] = []
      for (const sample of samples) {
        if (sample.totalRows > sample.rowCount && books.length === 0)
          throw new AppError('noLedger', {
            message: `В файле больше ${sample.rowCount} строк: выгрузите карточку за период акта`,
          })
        const isRead = !sample.isHiddenSheet && sample.totalRows <= sample.rowCount
        const book = isRead ? readLedger(await cells(sample.index), own) : undefined
        if (book && isFurther(book, books)) books.push(book)
      }
      if (books.length === 0) throw new AppError('noLedger')
      return joinBooks(books)
    })
  } catch (error) {
    if (error instanceof UnreadableTable) throw new AppError('noTable', { message: error.message }, { cause: error })
    if (error instanceof TooManyTables) throw new AppError('unavailable', {}, { cause: error })
    throw error
  }
}

/** A sheet that tells the lines of another once more, or tells no days beside one that does, is no further account. */
function isFurther({ lines }: BookFile, books: readonly BookFile[]): boolean {
  if (books.length === 0) return true
  const known = new Set(books.flatMap((book) => book.lines.map(sizeOf)))
  const isDated = lines.some(({ day }) => day !== null)
  return isDated && lines.filter((line) => known.has(sizeOf(line))).length * 2 < lines.length
}

const sizeOf = ({ debitKopecks, creditKopecks }: BookLine) => Math.abs(debitKopecks - creditKopecks)

type MatchedBook = Omit<BookToStore, 'actId' | 'name'>

async function matchBook(act: StoredAct, ours: readonly OurLine[], file: BookFile): Promise<MatchedBook> {
  const isInside = ({ day }: BookLine) => day === null || (day >= act.firstDay && day <= act.lastDay)
  const inside = file.lines.filter(isInside)
  const sign = isMirrored(ours, inside) ? 1 : -1
  const theirSums = (line: BookLine, position: number): TheirLine => ({
    position,
    day: line.day,
    text: line.document,
    kopecks: sign * (line.debitKopecks - line.creditKopecks),
  })
  const outside = file.lines.filter((line) => !isInside(line))
  const found = await runMatching({ ours, theirs: inside.map(theirSums), outside: outside.map(theirSums) })
  const ordered = sortByAct(found, ours, inside)
  const matchOf = new Map(ordered.flatMap((match, index) => match.theirs.map((position) => [position, index + 1])))
  const inActSense = (kopecks: number | null) => (kopecks === null ? null : sign * kopecks)
  const total = (pick: (line: BookLine) => number) => inside.reduce((sum, line) => sum + pick(line), 0)
  const [debit, credit] = [total(({ debitKopecks }) => debitKopecks), total(({ creditKopecks }) => creditKopecks)]
  return {
    openingKopecks: inActSense(file.openingKopecks),
    closingKopecks: inActSense(file.closingKopecks),
    debitKopecks: sign === 1 ? debit : credit,
    creditKopecks: sign === 1 ? credit : debit,
    outside: outside.length,
    lines: inside.map((line, position) => ({
      ...fromBuyerView(line, sign),
      position,
      match: matchOf.get(position) ?? 0,
    })),
    ours: ordered.flatMap((match, index) => match.ours.map((position) => ({ position, match: index + 1 }))),
    matches: ordered.flatMap(({ outcome, cause, effectKopecks }, index) =>
      outcome === 'same' ? [] : [{ match: index + 1, outcome, cause, effectKopecks }],
    ),
    count: ordered.length,
  }
}

/** A file from the supplier's point of view has debit and credit swapped. */
function fromBuyerView(line: BookLine, sign: 1 | -1): BookLine {
  return sign === -1 ? line : { ...line, debitKopecks: line.creditKopecks, creditKopecks: line.debitKopecks }
}

/**
 * Whether a file shows the supplier's ledger, like the supplier's own act: then more of its lines are on the same side
 * as ours.
 */
function isMirrored(ours: readonly OurLine[], lines: readonly BookLine[]): boolean {
  const sums = new Set(ours.map(({ kopecks }) => kopecks))
  const values = lines.map(({ debitKopecks, creditKopecks }) => debitKopecks - creditKopecks)
  const ourSums = values.filter((kopecks) => sums.has(kopecks)).length
  const theirSums = values.filter((kopecks) => sums.has(-kopecks)).length
  return ourSums > theirSums
}

/** In order of our lines; lines only in the buyer's ledger are inserted by day. */
function sortByAct(matches: readonly Match[], ours: readonly OurLine[], theirs: readonly BookLine[]): Match[] {
  const bookDay = new Map(ours.map(({ position, day }) => [position, day]))
  const dated = matches.map((match) => {
    const [position] = match.ours
    const day = position === undefined ? theirs[match.theirs[0] ?? 0]?.day : bookDay.get(position)
    // On the same day our lines come first.
    return { match, day: day ?? '', position: position ?? Number.MAX_SAFE_INTEGER }
  })
  return dated
    .toSorted((a, b) => (a.day === b.day ? a.position - b.position : a.day < b.day ? -1 : 1))
    .map(({ match }) => match)
}
