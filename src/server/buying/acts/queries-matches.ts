import { sql, type SQL } from 'drizzle-orm'
import type { ActReply, ActView } from '#shared/api/money/acts.ts'
import type { MatchOutcome } from '#shared/rules/act-outcomes.ts'
import type { Day } from '#shared/rules/dates.ts'
import type { LedgerKind } from '#shared/rules/ledger.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isDifferenceInSql, needsAnswerInSql } from './queries.ts'
import type { OurLine } from './matching/match-ledgers.ts'

/** Lines of an act in order, for matching. */
export async function listOurLines(db: Db, { actId }: { actId: number }): Promise<OurLine[]> {
  const { rows } = await db.execute<OurLine>(sql`
    select position, day::text, number, debit_kopecks - credit_kopecks as kopecks from act_lines
    where act_id = ${actId} order by position`)
  return rows
}

export type FileLine = {
  position: number
  row: number
  day: Day | null
  document: string
  debitKopecks: number
  creditKopecks: number
  match: number
}

export type MatchRow = { match: number; outcome: MatchOutcome; cause: string; effectKopecks: number }

export type BookToStore = {
  actId: number
  name: string
  openingKopecks: number | null
  closingKopecks: number | null
  debitKopecks: number
  creditKopecks: number
  outside: number
  lines: FileLine[]
  /** Position of a line of the act → number of its match. */
  ours: { position: number; match: number }[]
  /** All except those that agree. */
  matches: MatchRow[]
  count: number
}

/** Replaces the buyer's ledger of a locked act and deletes the answers. */
export async function storeBook(tx: Db, book: BookToStore): Promise<void> {
  const { actId } = book
  await deleteBook(tx, { actId })
  await tx.execute(sql`
    insert into act_file_lines (act_id, position, row, day, document, debit_kopecks, credit_kopecks, match)
    select ${actId}, position, row, day, document, "debitKopecks", "creditKopecks", match
    from jsonb_to_recordset(${JSON.stringify(book.lines)}::jsonb) r(position int, row int, day date, document text,
      "debitKopecks" bigint, "creditKopecks" bigint, match int)`)
  await tx.execute(sql`
    insert into act_matches (act_id, match, outcome, cause, effect_kopecks)
    select ${actId}, match, outcome, cause, "effectKopecks"
    from jsonb_to_recordset(${JSON.stringify(book.matches)}::jsonb) r(match int, outcome text, cause text,
      "effectKopecks" bigint)`)
  await setMatches(tx, actId, book.ours)
  await tx.execute(sql`
    update acts set file_name = ${book.name}, file_at = now(), file_opening_kopecks = ${book.openingKopecks},
      file_closing_kopecks = ${book.closingKopecks}, file_debit_kopecks = ${book.debitKopecks},
      file_credit_kopecks = ${book.creditKopecks}, file_lines = ${book.lines.length}, file_outside = ${book.outside},
      matches = ${book.count}
    where id = ${actId}`)
}

async function setMatches(tx: Db, actId: number, ours: BookToStore['ours']): Promise<void> {
  await tx.execute(sql`
    update act_lines l set match = r.match
    from unnest(${sql.param(ours.map(({ position }) => position))}::int[],
      ${sql.param(ours.map(({ match }) => match))}::int[]) r(position, match)
    where l.act_id = ${actId} and l.position = r.position and l.match <> r.match`)
}

/** Deletes the buyer's ledger of a locked act: each line becomes its own match. */
export async function deleteBook(tx: Db, { actId }: { actId: number }): Promise<void> {
  await tx.execute(sql`delete from act_file_lines where act_id = ${actId}`)
  await tx.execute(sql`delete from act_matches where act_id = ${actId}`)
  await tx.execute(sql`update act_lines set match = position where act_id = ${actId} and match <> position`)
  await tx.execute(sql`
    update acts set file_name = null, file_at = null, file_opening_kopecks = null, file_closing_kopecks = null,
      file_debit_kopecks = 0, file_credit_kopecks = 0, file_lines = 0, file_outside = 0, matches = line_count
    where id = ${actId}`)
}

/** Stores or withdraws the answer to a match of a locked act; false: no such match. */
export async function saveAnswer(
  tx: Db,
  {
    actId,
    match,
    answer,
    comment,
  }: { actId: number; match: number; answer: 'agree' | 'dispute' | null; comment: string },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into act_matches as m (act_id, match, outcome, effect_kopecks, answer, comment)
    select id, ${match}, 'same', 0, ${answer}, ${comment} from acts
    where id = ${actId} and ${match} between 1 and matches
    on conflict (act_id, match) do update set answer = excluded.answer, comment = excluded.comment`)
  // Matches that agree have a row only while disputed.
  await tx.execute(
    sql`delete from act_matches where act_id = ${actId} and match = ${match} and outcome = 'same' and answer is null`,
  )
  return rowCount === 1
}

export type RowsFilter = { actId: number; view: ActView; from: number; to: number }

const views: Record<Exclude<ActView, 'all' | 'same'>, SQL> = {
  differences: sql`m.outcome <> 'same'`,
  disputed: sql`m.answer = 'dispute'`,
}

/** Numbers of the matches of a view: a page and one more. */
export async function listMatchNumbers(
  db: Db,
  { actId, view, from, to, limit, offset }: RowsFilter & { limit: number; offset: number },
): Promise<number[]> {
  const range = sql`between ${from} and ${to}`
  const numbers =
    view === 'all'
      ? sql`select n as match
        from generate_series(${from + offset}::int, least(${to}::int, ${from + offset + limit - 1}::int)) n`
      : view === 'same'
        ? sql`select n as match from generate_series(${from}::int, ${to}::int) n
            where not exists (select from act_matches m
              where m.act_id = ${actId} and m.match = n and m.outcome <> 'same')
            order by n limit ${limit} offset ${offset}::bigint`
        : sql`select m.match from act_matches m where m.act_id = ${actId} and m.match ${range} and ${views[view]}
            order by m.match limit ${limit} offset ${offset}::bigint`
  const { rows } = await db.execute<{ match: number }>(numbers)
  return rows.map(({ match }) => match)
}

export async function countMatches(db: Db, { actId, view, from, to }: RowsFilter): Promise<number> {
  if (view === 'all') return Math.max(0, to - from + 1)
  const condition = view === 'same' ? sql`m.outcome <> 'same'` : views[view]
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*) as count from act_matches m where m.act_id = ${actId} and m.match between ${from} and ${to}
      and ${condition}`)
  const count = rows[0]?.count ?? 0
  return view === 'same' ? Math.max(0, to - from + 1 - count) : count
}

export type ReadMatch = {
  match: number
  outcome: MatchOutcome
  cause: string
  effectKopecks: number
  answer: 'agree' | 'dispute' | null
  comment: string
  reply: ActReply | null
  replyReason: string
  ours: {
    day: Day
    kind: LedgerKind
    paper: string
    number: string
    basis: string
    debitKopecks: number
    creditKopecks: number
  }[]
  theirs: Omit<FileLine, 'position' | 'match'>[]
}

/** Matches by number, with the lines of both sides. */
export async function readMatches(
  db: Db,
  { actId, matches }: { actId: number; matches: readonly number[] },
): Promise<ReadMatch[]> {
  if (matches.length === 0) return []
  const { rows } = await db.execute<ReadMatch>(sql`
    with requested as (select n as match from unnest(${sql.param([...matches])}::int[]) n), ours as (
      select l.match, jsonb_agg(jsonb_build_object('day', l.day::text, 'kind', l.kind, 'paper', l.paper, 'number',
        l.number, 'basis', l.basis, 'debitKopecks', l.debit_kopecks, 'creditKopecks', l.credit_kopecks)
        order by l.position) as list
      from requested join act_lines l on l.act_id = ${actId} and l.match = requested.match group by 1
    ), theirs as (
      select l.match, jsonb_agg(jsonb_build_object('row', l.row, 'day', l.day::text, 'document', l.document,
        'debitKopecks', l.debit_kopecks, 'creditKopecks', l.credit_kopecks) order by l.position) as list
      from requested join act_file_lines l on l.act_id = ${actId} and l.match = requested.match group by 1)
    select requested.match, coalesce(m.outcome, 'same') as outcome, coalesce(m.cause, '') as cause,
      coalesce(m.effect_kopecks, 0) as "effectKopecks", m.answer, coalesce(m.comment, '') as comment,
      m.reply, coalesce(m.reply_reason, '') as "replyReason",
      coalesce(ours.list, '[]') as ours, coalesce(theirs.list, '[]') as theirs
    from requested left join act_matches m on m.act_id = ${actId} and m.match = requested.match
      left join ours on ours.match = requested.match left join theirs on theirs.match = requested.match
    order by requested.match`)
  return rows
}

export type FoldedRun = {
  /** Index among the gaps of `between`, from 0. */
  gap: number
  from: number
  to: number
  firstDay: Day | null
  lastDay: Day | null
  ours: { count: number; debitKopecks: number; creditKopecks: number }
  theirs: { count: number; debitKopecks: number; creditKopecks: number }
}

/** Summaries of the matches between these ones. */
export async function listRuns(
  db: Db,
  { actId, between, from, to }: { actId: number; between: readonly number[]; from: number; to: number },
): Promise<FoldedRun[]> {
  const gaps = sql.param([...between])
  const folded = (table: SQL) => sql`
    select width_bucket(l.match, ${gaps}::int[]) as gap, min(l.match) as first, max(l.match) as last,
      min(l.day) as first_day, max(l.day) as last_day, count(*) as count, sum(l.debit_kopecks) as debit,
      sum(l.credit_kopecks) as credit
    from ${table} l where l.act_id = ${actId} and l.match between ${from} and ${to}
      and l.match <> all(${gaps}::int[]) group by 1`
  const side = (table: SQL) => sql`jsonb_build_object('count', coalesce(${table}.count, 0), 'debitKopecks',
    coalesce(${table}.debit, 0), 'creditKopecks', coalesce(${table}.credit, 0))`
  const { rows } = await db.execute<FoldedRun>(sql`
    with ours as (${folded(sql`act_lines`)}), theirs as (${folded(sql`act_file_lines`)})
    select gap, least(ours.first, theirs.first) as "from", greatest(ours.last, theirs.last) as "to",
      least(ours.first_day, theirs.first_day)::text as "firstDay", greatest(ours.last_day, theirs.last_day)::text
        as "lastDay",
      ${side(sql`ours`)} as ours, ${side(sql`theirs`)} as theirs
    from ours full join theirs using (gap) order by gap`)
  return rows
}

export type ActOutcomes = { outcome: MatchOutcome; count: number }[]

export async function countOutcomes(db: Db, { actId }: { actId: number }): Promise<ActOutcomes> {
  const { rows } = await db.execute<{ outcome: MatchOutcome; count: number }>(
    sql`select outcome, count(*) as count from act_matches where act_id = ${actId} group by 1`,
  )
  return rows
}

/** The first differences in the act's order, and the total difference of the turnovers. */
export async function listDifferences(db: Db, { actId, limit }: { actId: number; limit: number }) {
  const { rows } = await db.execute<{ match: number }>(sql`
    select m.match from act_matches m where m.act_id = ${actId} and ${isDifferenceInSql} order by m.match
    limit ${limit}`)
  return rows.map(({ match }) => match)
}

/** The first match without the answer that it needs, and how many rows of the view of differences precede it. */
export async function findFirstUnanswered(
  db: Db,
  { actId }: { actId: number },
): Promise<{ match: number; preceding: number } | undefined> {
  const { rows } = await db.execute<{ match: number; preceding: number }>(sql`
    select first.match, (select count(*) from act_matches m
      where m.act_id = ${actId} and m.match < first.match and ${views.differences}) as preceding
    from (select m.match from act_matches m
      where m.act_id = ${actId} and ${needsAnswerInSql} and m.answer is null order by m.match limit 1) first`)
  return rows[0]
}

export async function sumEffects(db: Db, { actId }: { actId: number }): Promise<number> {
  const { rows } = await db.execute<{ kopecks: number }>(
    sql`select coalesce(sum(effect_kopecks), 0)::bigint as kopecks from act_matches where act_id = ${actId}`,
  )
  return rows[0]?.kopecks ?? 0
}

/** Disputed lines, for the supplier. */
export async function listDisputed(db: Db, { actId, limit }: { actId: number; limit: number }): Promise<number[]> {
  const { rows } = await db.execute<{ match: number }>(sql`
    select match from act_matches where act_id = ${actId} and answer = 'dispute' order by match limit ${limit}`)
  return rows.map(({ match }) => match)
}
