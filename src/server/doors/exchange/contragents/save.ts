import { legalForms, type LegalForm } from '#shared/rules/parties/legal-forms.ts'
import {
  listContragentsKnown,
  lockContragentsKnown,
  type ImportedContragent,
  type KnownContragent,
} from '#server/customers/contragents/shared-queries-import.ts'
import { insertContragent, updateContragent } from '#server/customers/organisations/shared-queries-write.ts'
import type { ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { violatedConstraint, type Db } from '#server/platform/db/client.ts'
import { withSavepoint } from '#server/platform/db/savepoint.ts'
import { matchContragent, takenMeanwhile } from './match.ts'

export type ContragentOutcome = 'created' | 'changed' | 'unchanged' | 'skipped' | 'rejected'
export type SavedContragent = { item: ImportedContragent; outcome: ContragentOutcome; reason?: string }

/**
 * Links contragents of the portal to 1C and fills in what they lack; what buyers and staff have entered stays. Adds
 * branches of known companies only if `addsBranches`. Those of buyers whom the portal does not know are skipped.
 */
export async function saveContragents(
  tx: Db,
  by: ChangedBy,
  items: ImportedContragent[],
  { addsBranches = true }: { addsBranches?: boolean } = {},
): Promise<SavedContragent[]> {
  const gone = new Set(items.filter(({ deleted }) => deleted).map(({ code }) => code))
  const known = await lockContragentsKnown(tx, {
    codes: items.map(({ code }) => code),
    inns: items.map(({ inn }) => inn).filter(Boolean),
    ending: [...gone],
  })
  const saved: SavedContragent[] = []
  for (const item of inOrder(items, known)) {
    const match = matchContragent(item, known, gone)
    if (match.kind === 'conflict') saved.push({ item, outcome: 'rejected', reason: match.reason })
    else if (match.kind === 'known') saved.push(await orTaken(item, async () => change(tx, by, item, match.contragent)))
    else if (match.kind === 'branch' && addsBranches)
      saved.push(
        await orTaken(item, async () => {
          known.push(await withSavepoint(tx, async () => addBranch(tx, by, item, match)))
          return 'created'
        }),
      )
    else saved.push({ item, outcome: 'skipped' })
  }
  return saved
}

/** The locks do not keep another organisation from taking the same ИНН and КПП: that rejects this one item. */
async function orTaken(item: ImportedContragent, save: () => Promise<ContragentOutcome>): Promise<SavedContragent> {
  try {
    return { item, outcome: await save() }
  } catch (error) {
    if (violatedConstraint(error) !== 'contragents_inn_kpp_key') throw error
    return { item, outcome: 'rejected', reason: takenMeanwhile(item) }
  }
}

/** Known ones first, so that a branch finds its company linked; deleted ones last, after what replaces them. */
function inOrder(items: ImportedContragent[], known: KnownContragent[]): ImportedContragent[] {
  const rank = (item: ImportedContragent) => {
    if (item.deleted) return 2
    return matchContragent(item, known).kind === 'known' ? 0 : 1
  }
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

async function change(
  tx: Db,
  by: ChangedBy,
  item: ImportedContragent,
  stored: KnownContragent,
): Promise<ContragentOutcome> {
  const after = item.deleted ? switchedOff(stored) : filledIn(item, stored)
  const names = Object.keys(after) as (keyof KnownContragent)[]
  if (names.length === 0) return 'unchanged'
  const { id, organisationId } = stored
  await withSavepoint(tx, () => updateContragent(tx, { id, ...after }))
  const before = Object.fromEntries(names.map((name) => [name, stored[name]]))
  const object = { type: 'contragent', id, organisationId } as const
  await recordAudit(tx, by, { action: 'contragent.changed', object, before, after })
  Object.assign(stored, after)
  return 'changed'
}

function switchedOff({ status }: KnownContragent): Partial<KnownContragent> {
  return status === 'active' ? { status: 'inactive' } : {}
}

/** The link, 1C's КПП and what is empty on the portal. */
function filledIn(item: ImportedContragent, stored: KnownContragent): Partial<KnownContragent> {
  const after: Partial<KnownContragent> = {}
  if (stored.code1c !== item.code) after.code1c = item.code
  if (item.kpp !== '' && stored.kpp !== item.kpp) after.kpp = item.kpp
  for (const name of ['fullName', 'legalAddress', 'actualAddress', 'phone', 'email'] as const)
    if (stored[name] === '' && item[name] !== '') after[name] = item[name]
  if (stored.account === '' && item.account !== '') {
    const { bank, bik, account, correspondentAccount } = item
    Object.assign(after, { bank, bik, account, correspondentAccount })
  }
  return after
}

async function addBranch(
  tx: Db,
  by: ChangedBy,
  { code, deleted: _never, ...columns }: ImportedContragent,
  { organisationId }: { organisationId: number },
): Promise<KnownContragent> {
  const after = { ...pickColumns(columns), code1c: code, legalForm: legalFormOf(columns) }
  const id = await insertContragent(tx, { ...after, organisationId })
  const object = { type: 'contragent', id, organisationId } as const
  await recordAudit(tx, by, { action: 'contragent.created', object, after })
  const [stored] = (await listContragentsKnown(tx, { codes: [code], inns: [] })).filter((each) => each.id === id)
  if (stored === undefined) throw new Error('the contragent was not inserted')
  return stored
}

type Columns = Omit<ImportedContragent, 'code' | 'deleted'>

/** An item of a file has more fields than the table. */
function pickColumns(item: Columns): Columns {
  const { company, fullName, inn, kpp, legalAddress, actualAddress, phone, email } = item
  const { bank, bik, account, correspondentAccount } = item
  return {
    company,
    fullName,
    inn,
    kpp,
    legalAddress,
    actualAddress,
    phone,
    email,
    bank,
    bik,
    account,
    correspondentAccount,
  }
}

function legalFormOf({ inn, fullName, company }: Columns): LegalForm {
  if (inn.length === 12) return 'ИП'
  const words = `${fullName} ${company}`.toUpperCase().split(/[^А-ЯЁ]+/)
  return legalForms.find((form) => words.includes(form)) ?? 'Иное'
}
