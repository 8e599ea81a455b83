import { offerDigestPrefix } from '../../plan/good-of-offers.ts'
import type { ImportContext } from '../context.ts'
import type { KnownProduct } from '../products.ts'
import { recordRebuild } from './runs.ts'
import type { Sql } from '../sql.ts'

/**
 * Whether a full catalogue covers a product (rather than a full package of offers): not variants, nor goods created
 * from offers.
 */
const isSentAsGood = (table: string) =>
  `(${table}.parent_id is null and ${table}.source_digest not like '${offerDigestPrefix}%')`

export type CatalogueCoverage = { kind: 'goods' | 'offers'; code: string; full: boolean }

/** Records the catalogues that this session sends in full; later "changes only" portions do not undo that. */
export async function recordCatalogues(context: ImportContext, coverages: CatalogueCoverage[]): Promise<void> {
  const full = new Map(coverages.filter((each) => each.full).map((each) => [`${each.kind} ${each.code}`, each]))
  for (const { kind, code } of full.values()) {
    await context.rows(
      `insert into exchange_catalogues as c (session_id, code, goods_full, offers_full) values ($1, $2, $3, $4)
       on conflict (session_id, code) do update set goods_full = c.goods_full or excluded.goods_full,
         offers_full = c.offers_full or excluded.offers_full
       where (not c.goods_full and excluded.goods_full) or (not c.offers_full and excluded.offers_full)`,
      context.sessionId,
      code,
      kind === 'goods',
      kind === 'offers',
    )
  }
}

/** Records goods and variants of a catalogue that belong to another one. Known pairs are not written again. */
export async function recordOtherCatalogues(
  context: ImportContext,
  coverages: { code: string; catalogueCode: string }[],
  known: Map<string, KnownProduct>,
): Promise<void> {
  const others = coverages.flatMap(({ code, catalogueCode }) => {
    const product = known.get(code)
    // An inactive good, or one without a catalogue, moves to the catalogue that lists it.
    if (
      product === undefined ||
      !product.active ||
      catalogueCode === '' ||
      ['', catalogueCode].includes(product.catalogueCode)
    )
      return []
    return [{ p: product.id, c: catalogueCode }]
  })
  if (others.length === 0) return
  await context.rows(
    `insert into exchange_other_catalogues (product_id, code) select p, c from json_to_recordset($1) r(p int, c text)
     where not exists (select from exchange_other_catalogues k where k.product_id = r.p and k.code = r.c)`,
    others,
  )
}

/** Whether a session sent a full catalogue while some good is in several. */
export async function mayReassignGoods(sql: Sql, sessionId: number): Promise<boolean> {
  const { rows } = await sql.query(
    `select 1 from exchange_catalogues where session_id = $1 and exists (select from exchange_other_catalogues)
      limit 1`,
    [sessionId],
  )
  return rows.length > 0
}

/**
 * At the end of a session, moves goods that their catalogue no longer lists to the next catalogue with them. A
 * catalogue without any good in the session is ignored.
 */
export async function reassignGoods(sql: Sql, sessionId: number): Promise<void> {
  const unseen = `not exists (select from exchange_seen s where s.session_id = $1 and s.product_id = p.id)`
  const whole = `case when ${isSentAsGood('p')} then c.goods_full else c.offers_full end`
  await sql.query(
    `delete from exchange_other_catalogues o using exchange_catalogues c, products p
     where c.session_id = $1 and c.code = o.code and p.id = o.product_id and ${whole} and ${unseen}
       and exists (select from exchange_seen s join products k on k.id = s.product_id where s.session_id = $1
         and ${isSentAsGood('k')} = ${isSentAsGood('p')}
         and (k.catalogue_code = c.code or exists (select from exchange_other_catalogues x
           where x.product_id = k.id and x.code = c.code)))`,
    [sessionId],
  )
  await sql.query(
    `with left_behind as (
       select p.id, min(o.code) as code from exchange_catalogues c join products p on p.catalogue_code = c.code
         join exchange_other_catalogues o on o.product_id = p.id
       where c.session_id = $1 and p.active and ${whole} and ${unseen} group by p.id),
     taken as (delete from exchange_other_catalogues o using left_behind l where o.product_id = l.id
       and o.code = l.code)
     update products p set catalogue_code = l.code from left_behind l where p.id = l.id`,
    [sessionId],
  )
}

/**
 * Passes a session's full catalogues and listed goods to its successor, which ends it. False unless it sent all of
 * these catalogues in full.
 */
export async function inheritCatalogues(
  sql: Sql,
  { from, to, codes }: { from: number; to: number; codes: string[] },
): Promise<boolean> {
  await sql.query('begin')
  try {
    const { rows } = await sql.query(
      `select count(*)::int as n from exchange_catalogues where session_id = $1 and (goods_full or offers_full)
         and code in (select json_array_elements_text($2))`,
      [from, JSON.stringify(codes)],
    )
    const inherits = (rows[0] as { n: number }).n === codes.length
    if (inherits) {
      await sql.query(
        `insert into exchange_catalogues as c (session_id, code, goods_full, offers_full)
         select $2, code, goods_full, offers_full from exchange_catalogues where session_id = $1
         on conflict (session_id, code) do update set goods_full = c.goods_full
         or excluded.goods_full, offers_full = c.offers_full or excluded.offers_full`,
        [from, to],
      )
      await sql.query(
        `insert into exchange_seen (session_id, product_id) select $2, product_id from exchange_seen
          where session_id = $1 on conflict do nothing`,
        [from, to],
      )
      await sql.query('update exchange_sessions set closing_at = now(), ended_at = now() where id = $1', [from])
    }
    await sql.query('commit')
    return inherits
  } catch (error) {
    await sql.query('rollback').catch(() => undefined)
    throw error
  }
}

export type Absence = { code: string; kind: 'goods' | 'offers'; active: number; unseen: number }

/**
 * For each catalogue sent in full: the number of active goods (and variants), and of those not listed. A catalogue
 * without any good was announced but not sent, and is ignored.
 */
export async function findAbsences(sql: Sql, sessionId: number): Promise<Absence[]> {
  const { rows } = await sql.query(
    `select c.code, k.kind, count(*) as active,
       count(*) filter (where not exists (select from exchange_seen s where s.session_id = $1 and s.product_id = p.id))
         as unseen
     from exchange_catalogues c cross join (values ('goods'), ('offers')) k(kind)
     join products p on p.catalogue_code = c.code and p.active and ${isSentAsGood('p')} = (k.kind = 'goods')
     where c.session_id = $1 and case k.kind when 'goods' then c.goods_full else c.offers_full end
     group by c.code, k.kind
     having count(*) > count(*) filter (where not exists (select from exchange_seen s where s.session_id = $1
       and s.product_id = p.id))
     order by c.code, k.kind`,
    [sessionId],
  )
  return rows as Absence[]
}

/** Deactivates goods that the session did not list; returns their number. */
export async function deactivateUnseenGoods(
  sql: Sql,
  sessionId: number,
  { code, kind }: Pick<Absence, 'code' | 'kind'>,
): Promise<number> {
  const { rowCount } = await sql.query(
    `update products p set active = false, updated_at = now()
     where p.catalogue_code = $2 and p.active and ${isSentAsGood('p')} = ($3 = 'goods')
       and not exists (select from exchange_seen s where s.session_id = $1 and s.product_id = p.id)`,
    [sessionId, code, kind],
  )
  if (rowCount !== null && rowCount > 0) await recordRebuild(sql)
  return rowCount ?? 0
}

/** Deletes lists of goods of finished sessions without a pending deactivation. */
export async function deleteSeen(sql: Sql): Promise<void> {
  await sql.query(
    `delete from exchange_seen e using exchange_sessions s
     where s.id = e.session_id and s.ended_at is not null and (s.closing_at is not null
       or s.last_seen_at < now() - interval '3 days')
       and not exists (select from exchange_runs r where r.session_id = s.id and r.status = 'waiting')`,
  )
}
