import { sql } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { LegalForm } from '#shared/rules/parties/legal-forms.ts'
import type { Db } from '#server/platform/db/client.ts'
import { requisiteColumns, type ContragentRequisites } from '#server/customers/organisations/shared-queries-parties.ts'

export type StoredContract = {
  id: number
  number: string
  signedOn: string
  validTo: string | null
  payment: 'prepaid' | 'deferred'
  prepaymentPercent: number
  deferralDays: number
  priceType: string
  creditLimitKopecks: number | null
  status: 'signing' | 'active' | 'suspended' | 'expired'
  stopOrders: boolean
  debtAlert: string | null
}

export type StoredContragent = ContragentRequisites & {
  id: number
  code1c: string | null
  company: string
  legalForm: LegalForm
  inn: string
  kpp: string
  /** Day of the check against the company register. */
  registerChecked: Day | null
  status: 'active' | 'inactive' | 'deleted'
  contracts: StoredContract[]
  version: string
}

/** What the form of a contragent holds. */
export type ContragentColumns = Omit<
  StoredContragent,
  'id' | 'code1c' | 'registerChecked' | 'status' | 'contracts' | 'version'
>

/** Contragents of an organisation with their contracts, or one of them; without deleted ones unless asked for. */
export async function listContragents(
  db: Db,
  {
    organisationId,
    id = null,
    withDeleted = false,
  }: { organisationId: number; id?: number | null; withDeleted?: boolean },
): Promise<StoredContragent[]> {
  const { rows } = await db.execute<StoredContragent>(sql`
    select g.id, g.code1c, g.company, g.legal_form as "legalForm", g.inn, g.kpp, ${requisiteColumns},
      g.register_checked::text as "registerChecked", g.status,
      md5(g::text) as version,
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'number', c.number, 'signedOn', c.signed_on::text,
        'validTo', c.valid_to::text, 'payment', c.payment, 'prepaymentPercent', c.prepayment_percent,
        'deferralDays', c.deferral_days, 'priceType', p.name, 'creditLimitKopecks', c.credit_limit_kopecks,
        'status', c.status, 'stopOrders', c.stop_orders, 'debtAlert', c.debt_alert)
          order by c.status <> 'active', c.signed_on desc, c.id)
        from contracts c join price_types p on p.id = c.price_type_id
        where c.contragent_id = g.id and c.organisation_id = g.organisation_id), '[]') as contracts
    from contragents g
    where g.organisation_id = ${organisationId} and (g.status <> 'deleted' or ${withDeleted})
      and (${id}::int is null or g.id = ${id})
    order by g.status <> 'active', g.id`)
  return rows
}

/** The contragent with this ИНН and КПП, also a deleted one. */
export async function findByInn(
  tx: Db,
  { inn, kpp }: { inn: string; kpp: string },
): Promise<{ id: number; organisationId: number; status: string } | undefined> {
  const { rows } = await tx.execute<{ id: number; organisationId: number; status: string }>(sql`
    select id, organisation_id as "organisationId", status from contragents where inn = ${inn} and kpp = ${kpp}`)
  return rows[0]
}
