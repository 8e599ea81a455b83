import { sql, type SQL } from 'drizzle-orm'
import { noticeKinds, noticeRight, type NoticeKind } from '#shared/rules/talk/notices.ts'
import { holds, isOfPerson, isOfStaff, mayUseContract } from './shared-queries-rights.ts'

type Aliases = { account: SQL; notice: SQL }

/**
 * SQL condition: the account may sign in and may still learn what a notice reports. `notice` is the alias of a row with
 * `kind` and `contract_ids`. Rights and contracts are those of now, not of the time when the notice was written.
 */
export const mayLearn = (aliases: Aliases): SQL => sql`(${maySignIn(aliases)} and ${holdsRight(aliases)}
  and ${mayUseContracts(aliases.account, sql`${aliases.notice}.contract_ids`)})`

/** SQL condition: the account may use each of the contracts of an `int[]`. Staff is not bound to contracts. */
export const mayUseContracts = (account: SQL, contractIds: SQL): SQL => sql`(${isOfStaff(account)} or not exists (
  select from unnest(${contractIds}) as reported(id) where not ${mayUse(account)}))`

const maySignIn = ({ account }: Aliases): SQL => sql`${account}.enabled and coalesce((
  select status = 'active' from organisations where organisations.id = ${account}.organisation_id), true)`

/** Accounts of programs have no rights to notices, but get those of their own password. */
const holdsRight = ({ account, notice }: Aliases): SQL => sql`(${notice}.kind is null or not ${isOfPerson(account)}
  or case when ${isOfStaff(account)} then ${rightOfKind(account, notice, 'staff')}
    else ${rightOfKind(account, notice, 'buyer')} end)`

function rightOfKind(account: SQL, notice: SQL, side: 'buyer' | 'staff'): SQL {
  const cases = noticeKinds.map((kind: NoticeKind) => {
    const right = noticeRight(kind, side)
    return sql`when ${kind} then ${right === undefined ? sql`false` : holds(account, right)}`
  })
  return sql`case ${notice}.kind ${sql.join(cases, sql` `)} else false end`
}

/** As the contracts that an account may choose: not those of a deleted contragent. */
const mayUse = (account: SQL): SQL => sql`exists (
  select from contracts contract join contragents on contragents.id = contract.contragent_id
    and contragents.status <> 'deleted'
  where contract.id = reported.id and ${mayUseContract(account, sql`contract`)})`

/** SQL condition: the row's `event_key` begins with one of these events, which are its first two parts. */
export const isOfEvents = (events: readonly string[]): SQL => sql`(
  split_part(event_key, ':', 1) || ':' || split_part(event_key, ':', 2) = any(${sql.param([...events])}::text[]))`
