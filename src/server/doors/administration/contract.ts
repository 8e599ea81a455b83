import { may } from '#shared/rights.ts'
import { isInn, isKpp, wrongInnMessage, wrongKppMessage } from '#shared/rules/parties/inn.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { applyConditions } from '#server/catalogue/conditions/apply.ts'
import { lockCatalogueWriters } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import type { ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { hashPassword } from '#server/customers/accounts/passwords/passwords.ts'
import { listAllSellers, type StoredSeller } from '#server/customers/organisations/shared-queries-sellers.ts'
import {
  insertContract,
  insertContragent,
  insertOrganisation,
  lockContracts,
  replaceWarehouses,
  setPersonalManager,
  updateContract,
  updateContragent,
  type ContractTerms,
} from '#server/customers/organisations/shared-queries-write.ts'
import { listAllPriceTypes } from '#server/customers/organisations/shared-queries-price-types.ts'
import { severalContragents } from '#server/customers/contragents/texts.ts'
import { choosePassword, createAccount, type CreatedAccount } from './accounts.ts'
import {
  findAccount,
  findContract,
  listContragents,
  listWarehouses,
  readContract,
  readContragent,
  readOrganisation,
  type NamedRecord,
} from './queries.ts'
import { CommandError } from './command-error.ts'

/** Undefined means not given: unchanged, or the default of a new contract. */
export type ContractInput = {
  inn: string
  kpp: string | undefined
  number: string
  contragent: {
    company?: string
    fullName?: string
    legalForm?: string
    ogrn?: string
    legalAddress?: string
    phone?: string
    email?: string
    code1c?: string
  }
  priceType: string | undefined
  rrcType: string | undefined
  /** Login of the buyer's personal manager. */
  manager: string | undefined
  /** Selling organisation: its ИНН, ИНН/КПП, Ид or name. */
  seller: string | undefined
  /** As given: each value is one warehouse or a comma-separated list. */
  warehouses: string[]
  owner: { login: string; name: string | undefined; password: string | undefined } | undefined
  terms: ContractTerms
}

export type CreatedContract = { created: boolean; company: string; owner: CreatedAccount | undefined }

/**
 * Links a contract to its price type and warehouses, so that imported goods can be sold. Creates a missing
 * organisation, contragent and owner account. Idempotent.
 */
export async function saveContract({ db }: { db: Db }, by: ChangedBy, input: ContractInput): Promise<CreatedContract> {
  validate(input)
  const types = await listAllPriceTypes(db)
  const priceTypeId =
    input.priceType === undefined ? undefined : findNamed(types, input.priceType, 'Тип цены', 'priceType').id
  const rrcTypeId = input.rrcType === undefined ? undefined : findNamed(types, input.rrcType, 'Тип цены', 'rrcType').id
  const sellerId = input.seller === undefined ? undefined : findSeller(await listAllSellers(db), input.seller).id
  const warehouseIds = findWarehouses(await listWarehouses(db), input.warehouses)
  const terms = withoutUndefined({ ...input.terms, priceTypeId, rrcTypeId, sellerId })
  return db.transaction(async (tx) => {
    // In this order, as all who need both.
    await lockCatalogueWriters(tx)
    await lockContracts(tx)
    const owner = input.owner && (await findOwner(tx, input.owner.login))
    const contragent = await saveContragent(tx, by, input, owner?.organisationId)
    if (owner !== undefined && owner.organisationId !== contragent.organisationId) {
      throw new CommandError(
        `${owner.login} — владелец другой организации, а контрагент с ИНН ${input.inn} уже есть`,
        'owner',
      )
    }
    const found = await findContract(tx, { contragentId: contragent.id, number: input.number })
    if (found === undefined) await insertNewContract(tx, by, input, contragent, { ...terms, priceTypeId }, warehouseIds)
    else {
      await updateTerms(tx, by, { id: found.id, organisationId: contragent.organisationId, terms, warehouseIds })
      await applyConditions(tx, { owner: { contractId: found.id, priceTypeId: null } })
    }
    if (input.manager !== undefined) await assignManager(tx, by, input.manager, contragent)
    const createdOwner =
      input.owner && owner === undefined ? await createOwner(tx, by, input.owner, contragent) : undefined
    return { created: found === undefined, company: contragent.company, owner: createdOwner }
  })
}

function validate({ inn, kpp, number }: ContractInput): void {
  if (!isInn(inn)) throw new CommandError(wrongInnMessage(inn), 'inn')
  if (kpp !== undefined && kpp !== '' && !isKpp(kpp)) throw new CommandError(wrongKppMessage(kpp), 'kpp')
  if (number.trim() === '') throw new CommandError('Номер договора пуст', 'number')
}

async function findOwner(tx: Db, login: string) {
  const account = await findAccount(tx, { login })
  if (account === undefined) return undefined
  if (!may(account, 'contract.all') || account.organisationId === null)
    throw new CommandError(`Логин ${login} занят и не принадлежит владельцу организации`, 'owner')
  return { login: account.login, organisationId: account.organisationId }
}

type TermsChange = { id: number; organisationId: number; terms: ContractTerms; warehouseIds: number[] }

async function updateTerms(
  tx: Db,
  by: ChangedBy,
  { id, organisationId, terms, warehouseIds }: TermsChange,
): Promise<void> {
  const before = await readContract(tx, { id })
  await updateContract(tx, { id, terms })
  if (warehouseIds.length > 0) await replaceWarehouses(tx, { contractId: id, warehouseIds })
  const object = { type: 'contract', id, organisationId } as const
  await recordAudit(tx, by, { action: 'contract.changed', object, before, after: await readContract(tx, { id }) })
}

async function assignManager(tx: Db, by: ChangedBy, login: string, { organisationId }: Contragent): Promise<void> {
  const personalManagerId = (await findAccount(tx, { login }))?.personalManagerId
  if (typeof personalManagerId !== 'number')
    throw new CommandError(`${login} — не менеджер продаж: сначала add --login ${login} --role sales`)
  const { personalManagerId: before } = (await readOrganisation(tx, { id: organisationId })) ?? {}
  await setPersonalManager(tx, { organisationId, personalManagerId })
  await recordAudit(tx, by, {
    action: 'organisation.changed',
    object: { type: 'organisation', id: organisationId, organisationId },
    before: { personalManagerId: before },
    after: { personalManagerId },
  })
}

type Contragent = { id: number; organisationId: number; company: string }

async function saveContragent(
  tx: Db,
  by: ChangedBy,
  { inn, kpp, contragent }: ContractInput,
  organisationId: number | undefined,
): Promise<Contragent> {
  const candidates = filterByKpp(await listContragents(tx, { inn }), kpp)
  if (candidates.length > 1)
    throw new CommandError(`${severalContragents(inn)} (${candidates.map((each) => each.kpp).join(', ')})`, 'kpp')
  const [found] = candidates
  if (found !== undefined) {
    const before = await readContragent(tx, found)
    await updateContragent(tx, { id: found.id, ...withoutUndefined({ ...contragent, kpp }) })
    const object = { type: 'contragent', id: found.id, organisationId: found.organisationId } as const
    await recordAudit(tx, by, { action: 'contragent.changed', object, before, after: await readContragent(tx, found) })
    return { ...found, company: contragent.company ?? found.company }
  }
  const company = contragent.company ?? `ИНН ${inn}`
  const values = {
    legalForm: inn.length === 12 ? 'ИП' : 'ООО',
    ...withoutUndefined(contragent),
    company,
    inn,
    kpp: kpp ?? '',
  }
  const ownerId = organisationId ?? (await createOrganisation(tx, by, company))
  const id = await insertContragent(tx, { ...values, organisationId: ownerId })
  const object = { type: 'contragent', id, organisationId: ownerId } as const
  await recordAudit(tx, by, { action: 'contragent.created', object, after: values })
  return { id, organisationId: ownerId, company }
}

async function createOrganisation(tx: Db, by: ChangedBy, name: string): Promise<number> {
  const id = await insertOrganisation(tx, { name })
  const object = { type: 'organisation', id, organisationId: id } as const
  await recordAudit(tx, by, { action: 'organisation.created', object, after: { name } })
  return id
}

/** A КПП identifies a branch; a contragent without one gets the given КПП. */
function filterByKpp<Item extends { kpp: string }>(contragents: Item[], kpp: string | undefined): Item[] {
  if (kpp === undefined) return contragents
  const exact = contragents.filter((each) => each.kpp === kpp)
  return exact.length > 0 ? exact : contragents.filter((each) => each.kpp === '')
}

async function insertNewContract(
  tx: Db,
  by: ChangedBy,
  { number }: ContractInput,
  contragent: Contragent,
  { priceTypeId, ...terms }: ContractTerms,
  warehouseIds: number[],
): Promise<void> {
  if (priceTypeId === undefined) throw new CommandError('Для нового договора укажите --price-type', 'priceType')
  if (warehouseIds.length === 0) throw new CommandError('Для нового договора укажите --warehouses', 'warehouses')
  const { id: contragentId, organisationId } = contragent
  const contractId = await insertContract(tx, {
    signedOn: dayOf(new Date()),
    ...terms,
    priceTypeId,
    organisationId,
    contragentId,
    number,
  })
  await replaceWarehouses(tx, { contractId, warehouseIds })
  const object = { type: 'contract', id: contractId, organisationId } as const
  await recordAudit(tx, by, { action: 'contract.created', object, after: await readContract(tx, { id: contractId }) })
}

async function createOwner(
  tx: Db,
  by: ChangedBy,
  { login, name, password }: NonNullable<ContractInput['owner']>,
  { organisationId, company }: Contragent,
): Promise<CreatedAccount> {
  const chosen = await choosePassword(password, { login, staff: false })
  await createAccount(tx, by, {
    login,
    name: name ?? company,
    role: 'owner',
    organisationId,
    passwordHash: await hashPassword(chosen),
  })
  return { login, password: password === undefined ? chosen : undefined }
}

/** A value equal to a warehouse's name may contain commas; otherwise it is a comma-separated list. */
function findWarehouses(candidates: NamedRecord[], values: string[]): number[] {
  const found = values.flatMap((value) =>
    candidates.some((each) => matchesNamed(each, value))
      ? [findNamed(candidates, value, 'Склад', 'warehouses')]
      : value
          .split(',')
          .filter((part) => part.trim() !== '')
          .map((part) => findNamed(candidates, part, 'Склад', 'warehouses')),
  )
  return [...new Set(found.map(({ id }) => id))]
}

function findNamed(candidates: NamedRecord[], nameOrCode: string, label: string, field: string): NamedRecord {
  const byCode = candidates.find(({ code1c }) => code1c === nameOrCode.trim())
  if (byCode !== undefined) return byCode
  const matches = candidates.filter((each) => matchesNamed(each, nameOrCode))
  if (matches.length === 1 && matches[0] !== undefined) return matches[0]
  const list = (matches.length > 1 ? matches : candidates).map(({ code1c, name }) => `  ${code1c}  ${name}`).join('\n')
  if (matches.length > 1) throw new CommandError(`${label} «${nameOrCode}» — не один, укажите Ид:\n${list}`, field)
  throw new CommandError(
    candidates.length === 0
      ? `${label} «${nameOrCode}» не найден: сначала загрузите выгрузку 1С`
      : `${label} «${nameOrCode}» не найден. Есть:\n${list}`,
    field,
  )
}

function findSeller(candidates: StoredSeller[], nameOrCode: string): StoredSeller {
  const found = candidates.filter(({ inn, kpp, code1c, company }) =>
    [inn, `${inn}/${kpp}`, code1c, company].includes(nameOrCode),
  )
  if (found.length === 1 && found[0] !== undefined) return found[0]
  const list = (found.length > 1 ? found : candidates)
    .map(({ inn, kpp, company }) => `  ${inn}${kpp && `/${kpp}`}  ${company}`)
    .join('\n')
  if (found.length > 1) throw new CommandError(`Наша организация «${nameOrCode}» — не одна, укажите ИНН/КПП:\n${list}`)
  throw new CommandError(
    candidates.length === 0
      ? `Наша организация «${nameOrCode}» не найдена: сначала seller --inn`
      : `Наша организация «${nameOrCode}» не найдена. Есть:\n${list}`,
  )
}

function matchesNamed({ code1c, name }: NamedRecord, nameOrCode: string): boolean {
  return code1c === nameOrCode.trim() || name.trim().toLowerCase() === nameOrCode.trim().toLowerCase()
}

function withoutUndefined<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>
}
