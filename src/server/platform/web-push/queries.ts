import { sql } from 'drizzle-orm'
import type { NoticeKind } from '#shared/rules/talk/notices.ts'
import type { Db } from '#server/platform/db/client.ts'
import { withoutSumsIn } from '#server/platform/mail/sums.ts'
import { isOfEvents, mayLearn } from '#server/platform/sessions/shared-queries-notices.ts'
import { openSessionIds } from '#server/platform/sessions/shared-queries-sessions.ts'

/** Base64url: the uncompressed P-256 point, and its scalar. */
export type WebPushKeys = { publicKey: string; privateKey: string }

export async function findKeys(db: Db): Promise<WebPushKeys | undefined> {
  const { rows } = await db.execute<WebPushKeys>(
    sql`select public_key as "publicKey", private_key as "privateKey" from web_push_keys`,
  )
  return rows[0]
}

/** If two processes insert at once, the first keys stay. */
export async function insertKeys(db: Db, { publicKey, privateKey }: WebPushKeys): Promise<void> {
  await db.execute(sql`
    insert into web_push_keys (public_key, private_key) values (${publicKey}, ${privateKey}) on conflict do nothing`)
}

/** A browser's push endpoint and the keys to encrypt its notices. */
export type Subscription = { endpoint: string; p256dh: string; auth: string }

/** Replaces the earlier subscription of the session, and takes over the endpoint from another session. */
export async function saveSubscription(
  tx: Db,
  { tokenHash, endpoint, p256dh, auth }: Subscription & { tokenHash: Buffer },
): Promise<void> {
  const {
    rows: [session],
  } = await tx.execute<{ id: number; accountId: number }>(
    sql`select id, account_id as "accountId" from sessions where token_hash = ${tokenHash} for update`,
  )
  if (!session) return
  await tx.execute(sql`
    delete from web_push_subscriptions where session_id = ${session.id} and endpoint <> ${endpoint}`)
  await tx.execute(sql`
    insert into web_push_subscriptions (account_id, session_id, endpoint, p256dh, auth)
    values (${session.accountId}, ${session.id}, ${endpoint}, ${p256dh}, ${auth})
    on conflict (endpoint) do update set account_id = excluded.account_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth`)
}

export async function deleteSubscriptionOf(db: Db, { tokenHash }: { tokenHash: Buffer }): Promise<void> {
  await db.execute(sql`
    delete from web_push_subscriptions s using sessions
    where sessions.id = s.session_id and sessions.token_hash = ${tokenHash}`)
}

export async function deleteSubscription(db: Db, { id }: { id: number }): Promise<void> {
  await db.execute(sql`delete from web_push_subscriptions where id = ${id}`)
}

/** Whether the session's browser is subscribed, and the number of the account's subscribed browsers. */
export async function countSubscriptions(
  db: Db,
  { accountId, tokenHash }: { accountId: number; tokenHash: Buffer },
): Promise<{ here: boolean; browsers: number }> {
  const { rows } = await db.execute<{ here: boolean; browsers: number }>(sql`
    select count(*)::int as browsers,
      coalesce(bool_or(session_id = (select id from sessions where token_hash = ${tokenHash})), false) as here
    from web_push_subscriptions where account_id = ${accountId} and session_id in (${openSessionIds})`)
  return rows[0] ?? { here: false, browsers: 0 }
}

/** A notice for all browsers of an account. */
export type BrowserNotice = {
  accountId: number
  title: string
  text: string
  link: string
  eventKey: string
  kind: NoticeKind
  contractIds: readonly number[]
  urgent: boolean
}

export async function insertPushes(tx: Db, notices: readonly BrowserNotice[]): Promise<void> {
  await tx.execute(sql`
    insert into web_pushes (subscription_id, title, text, link, event_key, kind, contract_ids, urgent)
    select s.id, title, text, link, "eventKey", kind, "contractIds", urgent
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
      as notice("accountId" int, title text, text text, link text, "eventKey" text, kind text,
        "contractIds" int[], urgent bool)
    join web_push_subscriptions s on s.account_id = notice."accountId"
    on conflict (subscription_id, event_key) do nothing`)
}

export type DuePush = Subscription & {
  id: number
  subscriptionId: number
  title: string
  text: string
  link: string
  urgent: boolean
  attempts: number
}

/** Deletes due notices whose account may no longer learn what they report: rights may have changed since. */
export async function deleteUnentitledPushes(db: Db): Promise<void> {
  await db.execute(sql`
    delete from web_pushes notice using web_push_subscriptions browser, accounts account
    where browser.id = notice.subscription_id and account.id = browser.account_id and notice.due_at <= now()
      and not ${mayLearn({ account: sql`account`, notice: sql`notice` })}`)
}

export async function hideSumsOfUnsent(tx: Db, { accountId }: { accountId: number }): Promise<void> {
  await tx.execute(sql`
    update web_pushes notice set title = ${withoutSumsIn(sql`notice.title`)}, text = ${withoutSumsIn(sql`notice.text`)}
    from web_push_subscriptions browser
    where browser.id = notice.subscription_id and browser.account_id = ${accountId} and notice.due_at is not null`)
}

/** Claims due notices of open sessions for `leaseSeconds`; afterwards, as after a crash, they can be claimed again. */
export async function claimPushes(
  db: Db,
  { max, leaseSeconds }: { max: number; leaseSeconds: number },
): Promise<DuePush[]> {
  const { rows } = await db.execute<DuePush>(sql`
    update web_pushes p set due_at = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    from web_push_subscriptions s
    where s.id = p.subscription_id and p.id in (
      select due.id from web_pushes due join web_push_subscriptions own on own.id = due.subscription_id
      where due.due_at <= now() and own.session_id in (${openSessionIds})
      order by due.subscription_id, due.id limit ${max} for update of due skip locked)
    returning p.id, p.subscription_id as "subscriptionId", p.title, p.text, p.link, p.urgent, p.attempts, s.endpoint,
      s.p256dh, s.auth`)
  return rows.toSorted((one, other) => one.id - other.id)
}

/** Cancels notices that are too old to send; returns their number. */
export async function cancelOldPushes(db: Db, { hours }: { hours: number }): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update web_pushes set due_at = null, last_error = coalesce(nullif(last_error, ''), 'too old')
    where due_at is not null and created_at < now() - make_interval(hours => ${hours})`)
  return rowCount ?? 0
}

export async function markPushed(db: Db, { ids }: { ids: readonly number[] }): Promise<void> {
  await db.execute(sql`
    update web_pushes set due_at = null, last_error = '' where id = any(${sql.param([...ids])}::int[])`)
}

/** Stores the failure; without `retryAfterSeconds` the notices are not retried. */
export async function markPushFailed(
  db: Db,
  { ids, error, retryAfterSeconds }: { ids: readonly number[]; error: string; retryAfterSeconds: number | undefined },
): Promise<void> {
  const dueAt = retryAfterSeconds === undefined ? sql`null` : sql`now() + make_interval(secs => ${retryAfterSeconds})`
  await db.execute(sql`
    update web_pushes set due_at = ${dueAt}, last_error = ${error.slice(0, 500)}
    where id = any(${sql.param([...ids])}::int[])`)
}

export async function deleteOldPushes(db: Db, { days }: { days: number }): Promise<number> {
  const { rowCount } = await db.execute(
    sql`delete from web_pushes where created_at < now() - make_interval(days => ${days})`,
  )
  return rowCount ?? 0
}

export async function deletePushesOfEvents(tx: Db, { events }: { events: readonly string[] }): Promise<void> {
  await tx.execute(sql`delete from web_pushes where ${isOfEvents(events)}`)
}
