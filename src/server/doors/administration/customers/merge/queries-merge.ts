import { sql, type SQL } from 'drizzle-orm'
import { isCustomerOf } from '#server/customers/organisations/shared-queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { mailDomain, phoneDigits } from '#server/platform/db/schema/access.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'

export type MergedSide = {
  id: number
  name: string
  status: 'pending' | 'active' | 'blocked'
  mergedIntoId: number | null
  managerId: number | null
  manager: string
  /** People by id with role and whether they can sign in. */
  people: string[]
  counts: SideCounts
}

/** How much belongs to an organisation. */
export type SideCounts = {
  people: number
  contragents: number
  contracts: number
  orders: number
  baskets: number
  drafts: number
  claims: number
  chats: number
  acts: number
  documents: number
  ledgerEntries: number
  addresses: number
  consignees: number
  notes: number
}

const counted = (of: SQL) => sql`(select count(*)::int ${of})`
const ofPeople = (table: SQL) =>
  sql`from ${table} t join accounts a on a.id = t.account_id where a.organisation_id = o.id`
const ofContracts = (table: SQL) =>
  sql`from ${table} t join contracts c on c.id = t.contract_id where c.organisation_id = o.id`
const own = (table: SQL) => sql`from ${table} t where t.organisation_id = o.id`

/** A customer of the caller, with what belongs to it. */
export async function findSide(
  db: Db,
  { actor, organisationId }: { actor: StaffActor; organisationId: number },
): Promise<MergedSide | undefined> {
  const { rows } = await db.execute<MergedSide>(sql`
    select o.id, o.name, o.status, o.merged_into_id as "mergedIntoId", o.personal_manager_id as "managerId",
      coalesce(m.name, '') as manager,
      array(select concat_ws(' ', a.id, a.role, a.enabled) from accounts a
        where a.organisation_id = o.id and a.deleted_at is null order by a.id) as people,
      jsonb_build_object(
        'people', ${counted(sql`from accounts t where t.organisation_id = o.id and t.deleted_at is null`)},
        'contragents', ${counted(sql`${own(sql`contragents`)} and t.status <> 'deleted'`)},
        'contracts', ${counted(own(sql`contracts`))},
        'orders', ${counted(own(sql`orders`))},
        'baskets', ${counted(sql`${ofPeople(sql`baskets`)}
          and exists (select from basket_lines where basket_id = t.id)`)},
        'drafts', ${counted(sql`${ofPeople(sql`drafts`)} and t.removed_at is null`)},
        'claims', ${counted(own(sql`claims`))},
        'chats', ${counted(own(sql`chats`))},
        'acts', ${counted(own(sql`acts`))},
        'documents', ${counted(ofContracts(sql`shipping_documents`))},
        'ledgerEntries', ${counted(sql`${ofContracts(sql`ledger_entries`)} and t.active`)},
        'addresses', ${counted(sql`${own(sql`addresses`)} and not t.deleted`)},
        'consignees', ${counted(sql`${own(sql`consignees`)} and not t.deleted`)},
        'notes', ${counted(own(sql`customer_notes`))}) as counts
    from organisations o left join personal_managers m on m.id = o.personal_manager_id
    where o.id = ${organisationId} and ${isCustomerOf(actor, sql`o.id`)}`)
  return rows[0]
}

/** Notes of a customer that is merged into another one; each keeps its key. */
export async function moveNotesOf(tx: Db, { fromId, toId }: { fromId: number; toId: number }): Promise<void> {
  await tx.execute(sql`
    update customer_notes n set organisation_id = ${toId}, client_key = case when exists (
        select from customer_notes taken where taken.organisation_id = ${toId} and taken.client_key = n.client_key)
      then n.client_key || ':' || n.id else n.client_key end
    where organisation_id = ${fromId}`)
}

export type Similar = { id: number; name: string; inn: boolean; phone: boolean; mail: boolean }

const maxSimilar = 5
/** Mailboxes of these say nothing of a firm; the last one is of the demo data. */
const publicMail = `mail.ru bk.ru list.ru inbox.ru internet.ru vk.com yandex.ru ya.ru yandex.com narod.ru gmail.com
  googlemail.com rambler.ru lenta.ru autorambler.ru myrambler.ru ro.ru hotmail.com outlook.com live.com icloud.com
  me.com yahoo.com proton.me protonmail.com demo.example`.split(/\s+/)

const digits = phoneDigits(sql`a.phone`)
const domain = mailDomain(sql`a.login`)

/**
 * Other customers of the caller that may be the same one: with the same ИНН, or an owner with the same phone or mail
 * domain. Each is looked up by this one's own values.
 */
export async function listSimilar(
  db: Db,
  { actor, organisationId }: { actor: StaffActor; organisationId: number },
): Promise<Similar[]> {
  const isOwner = sql`a.organisation_id is not null and a.deleted_at is null
    and ${holds(sql`a`, 'organisation.manage')}`
  const ownersWith = (value: SQL, values: SQL) => sql`
    select a.organisation_id as id from accounts a where ${isOwner} and ${value} = any(array(${values}))`
  const { rows } = await db.execute<Similar>(sql`
    with owners as (
      select ${digits} as phone, ${domain} as domain from accounts a
      where a.organisation_id = ${organisationId} and ${isOwner}),
    inns as (
      select g.organisation_id as id from contragents g where g.status <> 'deleted' and g.inn = any(array(
        select inn from contragents where organisation_id = ${organisationId} and status <> 'deleted'))),
    phones as (${ownersWith(digits, sql`select phone from owners where length(phone) = 10`)}),
    mails as (${ownersWith(
      domain,
      sql`select domain from owners where domain <> '' and domain <> all(${sql.param(publicMail)}::text[])`,
    )})
    select o.id, o.name, o.id in (select id from inns) as inn, o.id in (select id from phones) as phone,
      o.id in (select id from mails) as mail
    from organisations o
    where o.id = any(array(select id from inns union select id from phones union select id from mails))
      and o.id <> ${organisationId} and o.merged_into_id is null and ${isCustomerOf(actor, sql`o.id`)}
    order by inn desc, phone desc, o.name, o.id limit ${maxSimilar}`)
  return rows
}

/** Where a customer went, and which ones came to it. */
export async function findMergers(
  db: Db,
  { organisationId }: { organisationId: number },
): Promise<{ into: { id: number; name: string } | null; absorbed: { id: number; name: string }[] }> {
  const { rows } = await db.execute<Awaited<ReturnType<typeof findMergers>>>(sql`
    select (select jsonb_build_object('id', i.id, 'name', i.name) from organisations o
        join organisations i on i.id = o.merged_into_id where o.id = ${organisationId}) as into,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by merged_at, id), '[]')
        from organisations where merged_into_id = ${organisationId}) as absorbed`)
  return rows[0] ?? { into: null, absorbed: [] }
}
