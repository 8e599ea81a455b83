import { listPersonalManagers } from '#server/customers/organisations/shared-queries-customers.ts'
import type { RegistrationFinding } from '#shared/api/staff/registrations.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { registerStateText } from '#shared/rules/parties/register-state.ts'
import { listPriceTypes } from '#server/customers/organisations/shared-queries-price-types.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { clampedPagination, limitAndOffset } from '#server/platform/pagination.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { readSetting } from '#server/platform/settings.ts'
import type { Suggestions } from '#server/customers/suggestions/service.ts'
import { compareWithRegister, townOf, type GivenParty, type RegisterParty } from './compare-register.ts'
import {
  findUsualTerms,
  findPeopleNames,
  listContractNumbers,
  listSimilarCustomers,
  listWarehouses,
} from './queries-customers.ts'
import {
  countRequests,
  findRequest,
  listColleagues,
  listConsents,
  listEvents,
  listRequests,
  readQueueFigures,
  type ListedRequest,
  type Scope,
  type StoredRequest,
} from './queries-requests.ts'

type Deps = { db: Db }

const figureDays = 30

type RegistrationQuery = {
  scope: Scope
  assignee: 'me' | 'none' | undefined
  query: string
  page: number
  perPage: number
}

/** A page of the queue; a page beyond the end is the last one. */
export async function listRegistrations(
  { db }: Deps,
  { accountId }: Actor,
  { page, perPage, ...filters }: RegistrationQuery,
) {
  const filter = { ...filters, query: filters.query.trim(), accountId }
  const pagination = clampedPagination({ page, perPage }, await countRequests(db, filter))
  return {
    items: await listRequests(db, { ...filter, ...limitAndOffset(pagination) }),
    figures: await readQueueFigures(db, { days: figureDays }),
    normHours: await readSetting(db, 'norms.registrationHours'),
    pagination,
  }
}

export type RegistrationView = Awaited<ReturnType<typeof readRegistration>>

/** A request with all data for the decision. */
export async function readRegistration(
  { db, suggestions }: Deps & { suggestions: Pick<Suggestions, 'hasRegister'> },
  actor: Actor,
  { id }: { id: number },
) {
  const request = await findRequest(db, { id })
  if (!request) throw new AppError('notFound')
  const party = toParty(request.registryParty)
  const isOpen = request.decidedAt === null
  return {
    request,
    town: townOf(request.legalAddress),
    hasRegister: suggestions.hasRegister,
    isMissing: isMissing(request.registryParty),
    comparison: compareWithRegister(request, party),
    resembling: isOpen ? await listSimilarCustomers(db, request) : [],
    events: await listEvents(db, { id }),
    consents: await listConsents(db, { id }),
    colleagues: await listColleagues(db),
    names: await findPeopleNames(db, request),
    proposal: isOpen ? await proposeTerms(db, actor, request) : undefined,
  }
}

/** Proposed terms of a new contract: those that new customers of that town got last. */
async function proposeTerms(db: Db, { accountId }: Actor, request: StoredRequest) {
  const town = townOf(request.legalAddress)
  const usualTerms = await findUsualTerms(db, { town })
  const priceTypes = (await listPriceTypes(db)).map(({ id, name }) => ({ id, header: name }))
  const warehouses = await listWarehouses(db)
  const own = (await listColleagues(db)).find(({ id }) => id === (request.assigneeId ?? accountId))
  const only = <Item extends { id: number }>(list: readonly Item[]) => (list.length === 1 ? list[0] : undefined)
  return {
    number: nextNumber(await listContractNumbers(db)),
    day: dayOf(new Date()),
    priceTypeId: usualTerms?.priceTypeId ?? only(priceTypes)?.id ?? null,
    warehouses: usualTerms?.warehouses ?? warehouses.filter((each) => each === only(warehouses)).map(({ id }) => id),
    managerId: own?.personalManagerId ?? usualTerms?.managerId ?? null,
    payment: usualTerms?.payment ?? ('prepaid' as const),
    prepaymentPercent: usualTerms?.prepaymentPercent ?? 100,
    deferralDays: usualTerms?.deferralDays ?? 0,
    like: usualTerms
      ? usualTerms.sameTown
        ? `как у новых покупателей, ${town}`
        : 'как у последнего нового покупателя'
      : '',
    priceTypes,
    allWarehouses: warehouses,
    managers: await listPersonalManagers(db),
  }
}

/** Increments the largest number, keeping its spelling: '211-О' → '212-О'. */
export function nextNumber(numbers: readonly string[]): string {
  const parsed = numbers.map((number) => {
    const [, digits = '', rest = ''] = /^(\d{1,9})(.*)$/.exec(number) ?? []
    return { value: Number(digits), rest }
  })
  const last = parsed.reduce((most, each) => (each.value > most.value ? each : most), { value: 0, rest: '' })
  return `${last.value + 1}${last.rest}`
}

const fieldNames = {
  company: 'название',
  inn: 'ИНН, КПП',
  ogrn: 'ОГРН',
  legal_address: 'адрес',
  head_name: 'руководитель',
  state: '',
  bank: 'счёт',
} as const

/** Findings about an open request for its row in the queue, negative ones first. */
export function listFindings(request: ListedRequest): RegistrationFinding[] {
  const { registryParty, isKnownFirm, isKnownInn, isKnownPhone } = request
  const party = toParty(registryParty)
  const findings: RegistrationFinding[] = []
  const add = (tone: RegistrationFinding['tone'], text: string) => findings.push({ tone, text })
  if (isKnownFirm) add('warn', 'есть в 1С')
  else if (isKnownInn) add('bad', 'ИНН уже у нас')
  if (isMissing(registryParty)) add('bad', 'нет в ЕГРЮЛ')
  else if (!party) add('warn', 'ЕГРЮЛ не проверен')
  for (const { field, same } of compareWithRegister(request satisfies GivenParty, party)) {
    if (same !== false) continue
    if (field === 'state' && party) add('bad', registerStateText[party.state])
    else add('warn', fieldNames[field])
  }
  if (isKnownPhone) add('warn', 'телефон')
  return findings.length > 0 ? findings : [{ tone: 'ok', text: 'сошлось' }]
}

export function toParty(stored: unknown): RegisterParty | undefined {
  return stored === null || stored === undefined || isMissing(stored) ? undefined : (stored as RegisterParty)
}

function isMissing(stored: unknown): boolean {
  return typeof stored === 'object' && stored !== null && 'missing' in stored
}
