import { may } from '#shared/rights.ts'
import { isInn, isKpp, wrongInnMessage, wrongKppMessage } from '#shared/rules/parties/inn.ts'
import { dayOf } from '#shared/rules/dates.ts'
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
import { choosePassword, createAccount, type CreatedAccount } from './accounts.ts'
import {
  findAccount,
  findContract,
  listContragents,
  listWarehouses,
  readContract,
  readContragent,
  readOrganisation,
  type Named,
} from './queries.ts'
import { CommandError } from './command-error.ts'

/** Undefined = not given: unchanged, or the default of a new contract. */
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
  /** Login of the salesperson responsible for the buyer. */
  manager: string | undefined
  /** Selling organisation: its ИНН, ИНН/КПП, Ид or name. */
  seller: string | undefined
  /** As given: each value names one warehouse, or several by comma. */
  warehouses: string[]
  owner: { login: string; name: string | undefined; password: string | undefined } | undefined
  terms: ContractTerms
}

export type CreatedContract = { created: boolean; company: string; owner: CreatedAccount | undefined }

/**
 * Links a contract to its price type and warehouses, so that an imported catalogue is sold; creates missing
 * organisation, contragent and owner account. Idempotent.
 */
export async function saveContract({ db }: { db: Db }, by: ChangedBy, input: ContractInput): Promise<CreatedContract> {
  check(input)
  const types = await listAllPriceTypes(db)
  const priceTypeId =
    input.priceType === undefined ? undefined : pick(types, input.priceType, 'Тип цены', 'priceType').id
  const rrcTypeId = input.rrcType === undefined ? undefined : pick(types, input.rrcType, 'Тип цены', 'rrcType').id
  const sellerId = input.seller === undefined ? undefined : pickSeller(await listAllSellers(db), input.seller).id
  const warehouseIds = pickWarehouses(await listWarehouses(db), input.warehouses)
  const terms = withoutUndefined({ ...input.terms, priceTypeId, rrcTypeId, sellerId })
  return db.transaction(async (tx) => {
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
    if (found === undefined) await insertNew(tx, by, input, contragent, { ...terms, priceTypeId }, warehouseIds)
    else await changeTerms(tx, by, { id: found.id, organisationId: contragent.organisationId, terms, warehouseIds })
    if (input.manager !== undefined) await assignManager(tx, by, input.manager, contragent)
    const made = input.owner && owner === undefined ? await makeOwner(tx, by, input.owner, contragent) : undefined
    return { created: found === undefined, company: contragent.company, owner: made }
  })
}

function check({ inn, kpp, number }: ContractInput): void {
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

type Change = { id: number; organisationId: number; terms: ContractTerms; warehouseIds: number[] }

async function changeTerms(tx: Db, by: ChangedBy, { id, organisationId, terms, warehouseIds }: Change): Promise<void> {
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
  const known = ofKpp(await listContragents(tx, { inn }), kpp)
  if (known.length > 1)
    throw new CommandError(
      `С ИНН ${inn} несколько контрагентов: укажите КПП (${known.map((each) => each.kpp).join(', ')})`,
      'kpp',
    )
  const [found] = known
  if (found !== undefined) {
    const before = await readContragent(tx, found)
    await updateContragent(tx, { id: found.id, ...withoutUndefined({ ...contragent, kpp }) })
    const object = { type: 'contragent', id: found.id, organisationId: found.organisationId } as const
    await recordAudit(tx, by, { action: 'contragent.changed', object, before, after: await readContragent(tx, found) })
    return { ...found, company: contragent.company ?? found.company }
  }
  const company = contragent.company ?? `ИНН ${inn}`
  const legal = {
    legalForm: inn.length === 12 ? 'ИП' : 'ООО',
    ...withoutUndefined(contragent),
    company,
    inn,
    kpp: kpp ?? '',
  }
  const home = organisationId ?? (await createOrganisation(tx, by, company))
  const id = await insertContragent(tx, { ...legal, organisationId: home })
  const object = { type: 'contragent', id, organisationId: home } as const
  await recordAudit(tx, by, { action: 'contragent.created', object, after: legal })
  return { id, organisationId: home, company }
}

async function createOrganisation(tx: Db, by: ChangedBy, name: string): Promise<number> {
  const id = await insertOrganisation(tx, { name })
  const object = { type: 'organisation', id, organisationId: id } as const
  await recordAudit(tx, by, { action: 'organisation.created', object, after: { name } })
  return id
}

/** A КПП identifies a branch; a contragent without one gets the given КПП. */
function ofKpp<Known extends { kpp: string }>(contragents: Known[], kpp: string | undefined): Known[] {
  if (kpp === undefined) return contragents
  const exact = contragents.filter((each) => each.kpp === kpp)
  return exact.length > 0 ? exact : contragents.filter((each) => each.kpp === '')
}

async function insertNew(
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

async function makeOwner(
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

/** A value equal to a warehouse's name may contain commas; otherwise commas separate several. */
function pickWarehouses(known: Named[], values: string[]): number[] {
  const picked = values.flatMap((value) =>
    known.some((each) => isCalled(each, value))
      ? [pick(known, value, 'Склад', 'warehouses')]
      : value
          .split(',')
          .filter((part) => part.trim() !== '')
          .map((part) => pick(known, part, 'Склад', 'warehouses')),
  )
  return [...new Set(picked.map(({ id }) => id))]
}

function pick(known: Named[], wanted: string, what: string, field: string): Named {
  const byCode = known.find(({ code1c }) => code1c === wanted.trim())
  if (byCode !== undefined) return byCode
  const called = known.filter((each) => isCalled(each, wanted))
  if (called.length === 1 && called[0] !== undefined) return called[0]
  const list = (called.length > 1 ? called : known).map(({ code1c, name }) => `  ${code1c}  ${name}`).join('\n')
  if (called.length > 1) throw new CommandError(`${what} «${wanted}» — не один, укажите Ид:\n${list}`, field)
  throw new CommandError(
    known.length === 0
      ? `${what} «${wanted}» не найден: сначала загрузите выгрузку 1С`
      : `${what} «${wanted}» не найден. Есть:\n${list}`,
    field,
  )
}

function pickSeller(known: StoredSeller[], wanted: string): StoredSeller {
  const found = known.filter(({ inn, kpp, code1c, company }) =>
    [inn, `${inn}/${kpp}`, code1c, company].includes(wanted),
  )
  if (found.length === 1 && found[0] !== undefined) return found[0]
  const list = (found.length > 1 ? found : known)
    .map(({ inn, kpp, company }) => `  ${inn}${kpp && `/${kpp}`}  ${company}`)
    .join('\n')
  if (found.length > 1) throw new CommandError(`Наша организация «${wanted}» — не одна, укажите ИНН/КПП:\n${list}`)
  throw new CommandError(
    known.length === 0
      ? `Наша организация «${wanted}» не найдена: сначала seller --inn`
      : `Наша организация «${wanted}» не найдена. Есть:\n${list}`,
  )
}

function isCalled({ code1c, name }: Named, wanted: string): boolean {
  return code1c === wanted.trim() || name.trim().toLowerCase() === wanted.trim().toLowerCase()
}

function withoutUndefined<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>
}
