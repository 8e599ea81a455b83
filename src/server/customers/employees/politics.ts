import { altersPrices, type PriceRule } from '#shared/rules/parties/price-politics.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { hideSumsOfNotices } from '#server/platform/notifications/service.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { lockAccount } from '#server/customers/accounts/shared-queries.ts'
import { updateAccount } from '#server/customers/accounts/shared-queries-write.ts'
import { lockOrganisation } from '#server/customers/organisations/shared-queries-write.ts'
import { listKnownCategories, listPolitics, type NamedRule } from './queries.ts'
import { followsPolitics } from '#shared/rules/parties/role-rights.ts'
import { getEmployee } from './service.ts'

type Deps = { db: Db }

export async function readPolitics({ db }: Deps, actor: BuyerActor, { id }: { id: number }): Promise<NamedRule[]> {
  await getEmployee({ db }, actor, { id })
  return listPolitics(db, { id })
}

/**
 * Replaces what a person sees instead of the contract's prices, and hides the sums they were told before. Rules that
 * change nothing are none.
 */
export async function savePolitics(
  { db }: Deps,
  actor: BuyerActor,
  { id, rules }: { id: number; rules: PriceRule[] },
): Promise<NamedRule[]> {
  return db.transaction(async (tx) => {
    await lockOrganisation(tx, actor)
    await lockAccount(tx, { accountId: id })
    const person = await getEmployee({ db: tx }, actor, { id })
    if (!followsPolitics(person)) throw refused('У этой роли цены не меняются')
    await validateRules(tx, rules)
    const kept = altersPrices(rules) ? rules : []
    const before = await listPolitics(tx, { id })
    await updateAccount(tx, { id, set: { pricePolitics: kept } })
    if (kept.length > 0) await hideSumsOfNotices(tx, { accountId: id })
    await recordAudit(tx, byAccount(actor), {
      action: 'account.prices-changed',
      object: { type: 'account', id, organisationId: actor.organisationId },
      before: { pricePolitics: before.map(describeRule) },
      after: { pricePolitics: kept.map(describeRule) },
    })
    return listPolitics(tx, { id })
  })
}

async function validateRules(tx: Db, rules: readonly PriceRule[]): Promise<void> {
  const categories = rules.map(({ category }) => category)
  if (new Set(categories).size < categories.length) throw refused('Категория указана дважды')
  const ids = categories.filter((category) => category !== null)
  const known = await listKnownCategories(tx, { ids })
  if (ids.some((id) => !known.includes(id))) throw refused('Такой категории нет')
}

const refused = (fault: string) => new AppError('politicsNotSaved', { fields: { rules: fault } })

/** '7: percent 1200' */
const describeRule = ({ category, show, hundredths }: PriceRule) =>
  `${category ?? 'все'}: ${show}${show === 'percent' ? ` ${hundredths / 100}` : ''}`
