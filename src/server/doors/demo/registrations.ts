import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { PartySuggestion } from '#shared/api/organisation/suggestions.ts'
import { legalVersions } from '#shared/rules/parties/legal-versions.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { contragents } from '#server/platform/db/schema/organisations.ts'
import { consents, registrationEvents, registrationRequests } from '#server/platform/db/schema/registration.ts'
import { hashPassword } from '#server/customers/accounts/passwords/passwords.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { DemoBuyers } from './buyers.ts'
import { colleagueLogin } from './people.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

type NewRequest = typeof registrationRequests.$inferInsert

/** Requests for access in every state: three wait for staff, one for the applicant, three are decided. */
export async function insertDemoRegistrations(db: Db, { vector, yug, staff }: DemoBuyers, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const [head] = await db.select().from(contragents).where(eq(contragents.organisationId, vector.organisationId))
  const [southern] = await db.select().from(contragents).where(eq(contragents.organisationId, yug.organisationId))
  const [southernOwner] = yug.people
  if (!head || !southern || !southernOwner) throw new Error('a demo buyer has no contragent or no people')
  // Nobody signs in with this password.
  const passwordHash = await hashPassword(randomBytes(18).toString('base64url'))
  const at = (ms: number) => ({ createdAt: ago(ms), waitingSince: ago(ms), passwordHash })

  await insertRequest(db, {
    ...don,
    ...at(2 * hourMs + 17 * minuteMs),
    phone: southern.phone,
    status: 'checking',
    assigneeId: staff.adminId,
    registryParty: { ...registerDataOf(don), address: `${don.legalAddress}, литера А, помещ 12-Н` },
    registryCheckedAt: ago(2 * hourMs + 17 * minuteMs),
  })
  await insertRequest(db, {
    ...ryabova,
    ...at(49 * minuteMs),
    registryParty: registerDataOf(ryabova),
    registryCheckedAt: ago(49 * minuteMs),
  })
  await insertRequest(db, { ...kazan, ...at(11 * minuteMs), inn: head.inn, ogrn: head.ogrn || kazan.ogrn })

  const question = 'Пришлите карточку организации с КПП и банковскими реквизитами.'
  const requestId = await insertRequest(db, {
    ...teploset,
    ...at(3 * dayMs),
    status: 'data_requested',
    assigneeId: staff.salesId,
    decisionText: question,
    answerTokenHash: randomBytes(32),
  })
  await insertEvent(db, {
    requestId,
    kind: 'data_requested',
    accountId: staff.salesId,
    text: question,
    at: ago(2 * dayMs),
  })

  const refusal = 'По данным ЕГРЮЛ организация ликвидируется.'
  const refused = await insertRequest(db, {
    ...omega,
    ...at(2 * dayMs),
    status: 'rejected',
    assigneeId: staff.salesId,
    registryParty: { ...registerDataOf(omega), state: 'liquidating' },
    registryCheckedAt: ago(2 * dayMs),
    rejectReason: 'liquidated',
    decisionText: refusal,
    decidedAt: ago(2 * dayMs - 25 * minuteMs),
    decidedById: staff.salesId,
  })
  await insertEvent(db, {
    requestId: refused,
    kind: 'rejected',
    accountId: staff.salesId,
    text: refusal,
    at: ago(2 * dayMs - 25 * minuteMs),
  })

  await insertApproved(db, {
    ...at(450 * dayMs),
    ...firmOf(southern),
    contactName: southernOwner.name,
    email: southern.email,
    assigneeId: staff.salesId,
    decidedAt: ago(450 * dayMs - 100 * minuteMs),
    organisationId: yug.organisationId,
    contragentId: southern.id,
    contractId: yug.contracts.dealer,
    accountId: southernOwner.id,
  })
  const colleague = await findColleague(db, vector)
  await insertApproved(db, {
    ...at(18 * dayMs),
    ...firmOf(head),
    contactName: colleague.name,
    phone: colleague.phone,
    email: colleague.login,
    assigneeId: staff.adminId,
    decidedAt: ago(18 * dayMs - 75 * minuteMs),
    organisationId: vector.organisationId,
    contragentId: head.id,
    contractId: vector.contracts.main,
    accountId: colleague.id,
  })
}

/** The colleague who was added to an existing organisation. */
async function findColleague(db: Db, { organisationId }: DemoBuyers['vector']) {
  const [found] = await db
    .select({ id: accounts.id, name: accounts.name, phone: accounts.phone, login: accounts.login })
    .from(accounts)
    .where(and(eq(accounts.organisationId, organisationId), eq(accounts.login, colleagueLogin)))
  if (!found) throw new Error('the first demo buyer has no colleague')
  return found
}

async function insertApproved(
  db: Db,
  request: Omit<NewRequest, 'passwordHash'> & { assigneeId: number; decidedAt: Date },
): Promise<void> {
  const { assigneeId, decidedAt } = request
  const requestId = await insertRequest(db, {
    ...request,
    passwordHash: '',
    status: 'approved',
    decidedById: assigneeId,
  })
  await insertEvent(db, { requestId, kind: 'approved', accountId: assigneeId, at: decidedAt })
}

async function insertRequest(db: Db, request: NewRequest): Promise<number> {
  const [row] = await db.insert(registrationRequests).values(request).returning({ id: registrationRequests.id })
  const id = row?.id ?? 0
  const at = request.createdAt
  await insertEvent(db, { requestId: id, kind: 'submitted', at })
  const given = { at, address: '203.0.113.17', requestId: id, accountId: request.accountId }
  await db.insert(consents).values([
    { ...given, kind: 'personal-data', textVersion: legalVersions.consent },
    { ...given, kind: 'offer', textVersion: legalVersions.offer },
  ])
  return id
}

async function insertEvent(db: Db, event: typeof registrationEvents.$inferInsert): Promise<void> {
  await db.insert(registrationEvents).values(event)
}

function firmOf(party: typeof contragents.$inferSelect) {
  const { legalForm, company, fullName, inn, kpp, ogrn, legalAddress, headName, headPost, phone } = party
  return {
    legalForm,
    company,
    fullName,
    inn,
    kpp,
    ogrn,
    legalAddress,
    actualAddress: legalAddress,
    headName,
    headPost,
    phone,
  }
}

type Firm = Pick<NewRequest, 'company' | 'fullName' | 'inn' | 'ogrn' | 'legalAddress' | 'headName'> & {
  legalForm: string
  kpp: string
  headPost: string
}

/** Data of the company register that agrees with the request. */
function registerDataOf(firm: Firm): PartySuggestion['data'] {
  const isPerson = firm.legalForm === 'ИП'
  return {
    inn: firm.inn,
    kpp: firm.kpp,
    ogrn: firm.ogrn,
    type: isPerson ? 'individual' : 'legal',
    branch: false,
    legal_form: firm.legalForm,
    name: firm.company,
    full_name: firm.fullName,
    address: firm.legalAddress,
    postal_code: firm.legalAddress.slice(0, 6),
    management_name: isPerson ? '' : firm.headName,
    management_post: firm.headPost,
    state: 'active',
    registered: '14.03.2019',
  }
}

const browser = {
  address: '203.0.113.17',
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 ' +
    'YaBrowser/25.10.0.0 Safari/537.36',
}

const don = {
  ...browser,
  legalForm: 'ООО',
  company: 'ООО «СтройСнаб-Дон»',
  fullName: 'Общество с ограниченной ответственностью «СтройСнаб-Дон»',
  inn: '6167328456',
  kpp: '616701001',
  ogrn: '1186167032842',
  legalAddress: '344018, г. Ростов-на-Дону, ул. Текучёва, д. 49',
  actualAddress: '344018, г. Ростов-на-Дону, ул. Текучёва, д. 49',
  headName: 'Седов Игорь Павлович',
  headPost: 'Генеральный директор',
  bank: 'ПАО Сбербанк, г. Москва',
  bik: '044525225',
  account: '40702810938000012345',
  correspondentAccount: '30101810400000000225',
  contactName: 'Игорь Седов',
  email: 'zakup@stroysnab-don.example',
}

const ryabova = {
  ...browser,
  legalForm: 'ИП',
  company: 'ИП Рябова Н. С.',
  fullName: 'Рябова Наталья Сергеевна',
  inn: '500100732259',
  kpp: '',
  ogrn: '304500116000157',
  legalAddress: '140400, Московская обл, г. Коломна, ул. Советская, д. 12',
  actualAddress: '140400, Московская обл, г. Коломна, ул. Советская, д. 12',
  headName: '',
  headPost: '',
  contactName: 'Наталья Рябова',
  phone: '+7 (916) 803-52-97',
  email: 'ryabova@kolomna.example',
}

const kazan = {
  ...browser,
  legalForm: 'ООО',
  company: 'ООО «Вектор», филиал в Казани',
  fullName: 'Общество с ограниченной ответственностью «Вектор»',
  kpp: '165545001',
  ogrn: '1157746512483',
  legalAddress: '420111, Респ Татарстан, г. Казань, ул. Баумана, д. 44',
  actualAddress: '420111, Респ Татарстан, г. Казань, ул. Баумана, д. 44',
  headName: 'Галеев Тимур Ринатович',
  headPost: 'Директор филиала',
  contactName: 'Тимур Галеев',
  phone: '+7 (843) 290-15-40',
  email: 'kazan@vektor.example',
}

const teploset = {
  ...browser,
  legalForm: 'АО',
  company: 'АО «Теплосеть-3»',
  fullName: 'Акционерное общество «Теплосеть-3»',
  inn: '7704829100',
  kpp: '770401001',
  ogrn: '1057746482914',
  legalAddress: '119019, г. Москва, ул. Новый Арбат, д. 21',
  actualAddress: '119019, г. Москва, ул. Новый Арбат, д. 21',
  headName: 'Ефимов Олег Борисович',
  headPost: 'Генеральный директор',
  contactName: 'Светлана Орлова',
  phone: '+7 (495) 691-20-33',
  email: 'snab@teploset3.example',
}

const omega = {
  ...browser,
  legalForm: 'ООО',
  company: 'ООО «Омега»',
  fullName: 'Общество с ограниченной ответственностью «Омега»',
  inn: '7725019347',
  kpp: '772501001',
  ogrn: '1097746193478',
  legalAddress: '115093, г. Москва, ул. Люсиновская, д. 36',
  actualAddress: '115093, г. Москва, ул. Люсиновская, д. 36',
  headName: 'Власов Денис Игоревич',
  headPost: 'Генеральный директор',
  contactName: 'Денис Власов',
  phone: '+7 (495) 236-11-08',
  email: 'info@omega.example',
}
