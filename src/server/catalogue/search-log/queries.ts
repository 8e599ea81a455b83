import { sql } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'

const maxWordsOfDay = 5000

type Searches = { day: Day; searches: number; empty: number; words: [string, number][] }

/** Adds to the counts of a day; new words beyond the day's limit are counted without being kept. */
export async function addSearches(db: Db, { day, searches, empty, words }: Searches): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into search_days (day, searches, empty) values (${day}, ${searches}, ${empty})
      on conflict (day) do update set searches = search_days.searches + excluded.searches,
        empty = search_days.empty + excluded.empty`)
    if (words.length > 0) await addWords(tx, { day, words })
  })
}

async function addWords(tx: Db, { day, words }: Pick<Searches, 'day' | 'words'>): Promise<void> {
  // In one order in every process, so that two flushes cannot wait for each other.
  const sorted = words.toSorted(([a], [b]) => (a < b ? -1 : 1))
  const queries = sql.param(sorted.map(([query]) => query))
  const times = sql.param(sorted.map(([, count]) => count))
  await tx.execute(sql`
    insert into empty_searches (day, query, times)
    select ${day}::date, word.query, word.times
    from unnest(${queries}::text[], ${times}::int[]) as word(query, times)
    where (select count(*) from empty_searches where day = ${day}) < ${maxWordsOfDay}
      or exists (select from empty_searches known where known.day = ${day} and known.query = word.query)
    on conflict (day, query) do update set times = empty_searches.times + excluded.times`)
}

export type EmptySearch = { query: string; times: number; isSynonym: boolean }

/** The most frequent ones since that day. */
export async function listEmptySearches(db: Db, { from, limit }: { from: Day; limit: number }): Promise<EmptySearch[]> {
  const { rows } = await db.execute<EmptySearch>(sql`
    select e.query, sum(e.times)::int as times, exists (
      select from search_synonyms s, unnest(s.words) word where lower(word) = e.query) as "isSynonym"
    from empty_searches e where e.day >= ${from}
    group by e.query order by times desc, e.query limit ${limit}`)
  return rows
}

export async function sumSearches(db: Db, { from }: { from: Day }): Promise<{ searches: number; empty: number }> {
  const { rows } = await db.execute<{ searches: number; empty: number }>(sql`
    select coalesce(sum(searches), 0)::int as searches, coalesce(sum(empty), 0)::int as empty
    from search_days where day >= ${from}`)
  return rows[0] ?? { searches: 0, empty: 0 }
}

export async function deleteSearchesBefore(db: Db, { day }: { day: Day }): Promise<number> {
  await db.execute(sql`delete from search_days where day < ${day}`)
  const { rowCount } = await db.execute(sql`delete from empty_searches where day < ${day}`)
  return rowCount ?? 0
}
