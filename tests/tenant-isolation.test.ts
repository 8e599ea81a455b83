import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { may, rightsOf, type Role } from '#shared/rights.ts'
import { startTestApp, type TestApp, type Visitor } from './support/app.ts'
import { sampleInputs } from './support/calls/call-inputs.ts'
import { addApprovedRequest, startIdRange, createRecords, markRows } from './support/calls/marked-records.ts'
import { inputKeys, listCalls, sendRaw, type NamedCall } from './support/calls/every-call.ts'
import {
  addAccount,
  addAddress,
  addConsignee,
  addContract,
  addOrganisation,
  createWorld,
  signedIn,
  type World,
} from './support/fixtures.ts'
import { textOfResponse } from './support/calls/response-text.ts'

/** Markers in all data of another buyer, and of a contract not allotted to the account. */
const foreign = { marker: 'Канарейка', firstId: 70_001 }
const unallotted = { marker: 'Попугай', firstId: 80_001 }
let portal: TestApp
let world: World
let calls: NamedCall[]
let foreignOwner: number

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: Array.from({ length: 5 }, () => ({ stock: [1000, 1000] })) })
  calls = await listCalls()
  await seedForeign()
  await startIdRange(portal.db, unallotted)
  const contractId = await world.addContract({ number: unallotted.marker })
  await createRecords(portal, { ...unallotted, accountId: world.ownerId, contractId, ...goods() })
  for (const block of [foreign, unallotted]) await markRows(portal.db, block)
  await startIdRange(portal.db, { marker: '', firstId: 90_001 })
})
afterAll(() => portal.close())

const goods = () => ({ productId: world.productIds[0] ?? 0, contragentId: world.contragentId })

async function seedForeign(): Promise<void> {
  const { db, priceTypeIds, warehouseIds } = { ...portal, ...world }
  await startIdRange(db, foreign)
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into personal_managers (name, phone, email) values ('Орлов', '', 'orlov@firm.example') returning id`)
  const other = await addOrganisation(db, foreign.marker, { personalManagerId: rows[0]?.id })
  const contractId = await addContract(db, { ...other, priceTypeId: priceTypeIds[0] ?? 0, warehouseIds })
  await addAddress(db, other.organisationId)
  await addConsignee(db, other.organisationId)
  foreignOwner = await addAccount(db, { role: 'owner', organisationId: other.organisationId })
  await createRecords(portal, { ...foreign, ...goods(), ...other, accountId: foreignOwner, contractId })
  await addApprovedRequest(portal, { ...other, accountId: foreignOwner })
}

type Outsider = { who: string; role: Role | 'guest'; visitor: Visitor; blocks: (typeof foreign)[]; hidden: RegExp }

/** Callers who must not see the other buyer's markers; most must not see those of the unallotted contract either. */
async function outsiders(): Promise<Outsider[]> {
  const { db } = portal
  const third = await addOrganisation(db, 'ООО «Третий»')
  const demo = await addOrganisation(db, 'ООО «Пример»', { demo: true })
  const pending = await addOrganisation(db, 'ООО «Ждёт»', { status: 'pending' })
  const of = (role: Role, { organisationId }: { organisationId: number }) => addAccount(db, { role, organisationId })
  const all = { blocks: [foreign, unallotted], hidden: /(Канарейка|Попугай)[^"\s]*/ }
  const known = async (who: string, role: Role, id: number, seen = all) => ({
    who,
    role,
    visitor: await signedIn(portal, id),
    ...seen,
  })
  const foreignOnly = { blocks: [foreign], hidden: /Канарейка[^"\s]*/ }
  // Requests for access, and which firm came of one, are known to all of the staff.
  const ofOtherCustomers = { blocks: [foreign], hidden: /Канарейка-(?!registration|consents|organisations)[^"\s]*/ }
  return [
    { who: 'guest', role: 'guest', visitor: portal.visitor(), ...all },
    await known('unapproved', 'owner', await of('owner', pending)),
    await known('demo visitor', 'owner', await of('owner', demo)),
    await known('manager', 'manager', world.managerId),
    await known('manager without contracts', 'manager', await of('manager', world)),
    await known('accountant', 'accountant', world.accountantId),
    await known('receiver', 'receiver', world.receiverId),
    await known('owner of a third buyer', 'owner', await of('owner', third)),
    await known('owner', 'owner', world.ownerId, foreignOnly),
    await known('staff of other customers', 'sales', world.salesId, ofOtherCustomers),
  ]
}

/** They would take the caller itself away. */
const ending = ['signIn', 'signOut', 'enterDemo']

/** A caller without the right is refused before the input is read: one input is enough. */
function inputsFor(
  { role, blocks, whole = true }: Pick<Outsider, 'role' | 'blocks'> & { whole?: boolean },
  named: NamedCall,
): Record<string, unknown>[] {
  const { right } = named.endpoint
  const person = role === 'guest' ? null : { rights: rightsOf({ role, grants: ['acts', 'finances'] }) }
  const open = right === 'public' || (person !== null && (right === 'session' || may(person, right)))
  const inputs = ({ firstId }: typeof foreign) => sampleInputs(named, firstId).slice(0, whole ? 2 : 1)
  return open ? [{}, ...blocks.flatMap(inputs)] : [{}]
}

/** They send every field too; of the others the ids are enough. */
const thorough = ['manager', 'owner of a third buyer', 'staff of other customers']

test('[R.4] no call with another buyer’s ids tells or changes a record, by each of ten identities', async () => {
  const seen = new Set<string>()
  const limited = new Set<string>()
  const before = await digestOf(foreign.marker)
  for (const stranger of await outsiders()) {
    for (const named of calls) {
      if (ending.includes(named.name)) continue
      for (const input of inputsFor({ ...stranger, whole: thorough.includes(stranger.who) }, named)) {
        const response = await sendRaw(stranger.visitor, named.endpoint, input)
        if (response.status === 429) limited.add(named.name)
        const [found] = stranger.hidden.exec(await textOfResponse(response)) ?? []
        if (found !== undefined) seen.add(`${stranger.who}: ${named.name} ${JSON.stringify(input)} ${found}`)
      }
    }
  }
  expect([...seen]).toEqual([])
  // A limit would hide what a call answers.
  expect([...limited]).toEqual([])
  expect(await digestOf(foreign.marker)).toEqual(before)
  expect(await listNoticeTexts()).toEqual([])
}, 240_000)

/** A digest per table of the rows with the marker. */
async function digestOf(marker: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const table of await listTables()) {
    const { rows } = await portal.db.execute<{ digest: string | null }>(sql`
      select md5(string_agg(t::text, '' order by t::text)) as digest from ${sql.identifier(table)} t
      where t::text like ${`%${marker}%`}`)
    if (rows[0]?.digest) digests[table] = rows[0].digest
  }
  return digests
}

async function listTables(): Promise<string[]> {
  const { rows } = await portal.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`)
  return rows.map(({ name }) => name)
}

/** Notices and letters that tell somebody else the foreign words. */
async function listNoticeTexts(): Promise<string[]> {
  const { rows } = await portal.db.execute<{ told: string }>(sql`
    select n.title || n.text as told from notifications n join accounts a on a.id = n.account_id
    where n.id >= 90001 and n.title || n.text like ${`%${foreign.marker}%`} and a.organisation_id is not null
    union all select subject || text from mails where id >= 90001 and subject || text like ${`%${foreign.marker}%`}`)
  return rows.map(({ told: disclosed }) => disclosed)
}

test('[R.4] a foreign record answers exactly like one that does not exist', async () => {
  const owner = await signedIn(portal, world.ownerId)
  const different: string[] = []
  for (const named of calls) {
    if (named.endpoint.right.startsWith('staff.') || ending.includes(named.name)) continue
    if (!inputKeys(named.endpoint).includes('id')) continue
    const answerTo = async (id: number) => {
      const answers = []
      for (const input of sampleInputs(named, id)) {
        const response = await sendRaw(owner, named.endpoint, input)
        answers.push(`${response.status} ${await textOfResponse(response)}`.replaceAll(String(id), 'id'))
      }
      return answers.join('\n')
    }
    if ((await answerTo(foreign.firstId)) !== (await answerTo(79_999))) different.push(named.name)
  }
  expect(different).toEqual([])
})

test('[R.4] every kind of a buyer’s record contains a marker that the test would find', async () => {
  const held = Object.keys(await digestOf(foreign.marker))
  const { rows } = await portal.db.execute<{ name: string }>(sql`
    with recursive owned(id) as (
      select 'organisations'::regclass::oid
      union select c.conrelid from pg_constraint c join owned on c.confrelid = owned.id where c.contype = 'f')
    select id::regclass::text as name from owned order by 1`)
  const missed = rows.map(({ name }) => name).filter((name) => !held.includes(name) && !wordless.includes(name))
  expect(missed, 'tables that support/marked-records.ts leaves unmarked').toEqual([])
})

/** Tables of buyers without anything that a person or 1C has written, and 1C's own, which name its account. */
const wordless = `account_contracts actings arrival_watches basket_keys baskets chats chosen_contracts
  chosen_warehouses claim_contract_terms claim_reads compared_goods contract_warehouses currency_rates debt_reminders
  exchange_catalogues exchange_chunks exchange_files exchange_rejects exchange_runs exchange_seen exchange_sessions
  exchange_sources favourite_list_goods favourites hidden_top_news ledger_settlements mail_paces needs
  notification_settings order_handovers order_rates password_resets price_breaks price_conditions price_feeds
  recovery_codes second_factors seen_goods upload_columns web_push_subscriptions web_pushes`.split(/\s+/)

test('[R.4] those whose records they are see them: the walk asks what can be answered', async () => {
  const admin = await signedIn(portal, world.adminId)
  const rightful: [role: Role, visitor: Visitor, block: typeof foreign][] = [
    ['owner', await signedIn(portal, foreignOwner), foreign],
    ['owner', await signedIn(portal, world.ownerId), unallotted],
    ['admin', admin, foreign],
  ]
  const disclosed = new Set<string>()
  const read = new Set<string>()
  const readingFirst = calls.toSorted((one, other) => one.endpoint.verb.localeCompare(other.endpoint.verb))
  for (const [role, visitor, block] of rightful) {
    for (const named of readingFirst) {
      if (ending.includes(named.name)) continue
      for (const input of inputsFor({ role, blocks: [block] }, named)) {
        const response = await sendRaw(visitor, named.endpoint, input)
        if (![400, 401, 403].includes(response.status)) read.add(named.name)
        if ((await textOfResponse(response)).includes(block.marker)) disclosed.add(named.name)
      }
    }
  }
  expect([...disclosed]).toEqual(expect.arrayContaining(telling))
  // The others refuse what the walk makes up: settings as they were seen, passwords, files.
  const unread = calls.map(({ name }) => name).filter((name) => !read.has(name))
  expect(unread.length / calls.length, unread.join(' ')).toBeLessThan(0.07)
}, 120_000)

/** Calls that tell their owners what strangers must not learn; as text, spreadsheet, PDF, ZIP and bytes. */
const telling =
  `actPdf actRows actSheet chatFileContent claimPdf contragentCard documentArchive documentPdf downloadClaimFile drafts
  exportPersonalData favoriteLists filterInit finances financesSheet getActs getBasketTableInit getChat getClaim
  getDraft getOrder initData listAddresses listClaims listContragents listDocuments listManagers listOrders
  managerContracts notifications orderClaims orderSheet ownProfile priceLinks priceListFiles priceRequests
  purchasedGoods purchasedSheet readAccount readAct readAddress readContragent readManager savedFilters searchChat
  staffActPdf staffChat staffChatFileContent staffClaimPdf staffContracts staffGetAct staffGetClaim staffGetOrder
  staffOrderSheet staffPriceRequests staffRegistration staffSearchChat whoAmI`.split(/\s+/)

test('[R.4] no call with any ids reveals data of another buyer or of an unallotted contract', async () => {
  const callers = await outsiders()
  const callable = calls.filter(({ name }) => !ending.includes(name))
  const id = fc.oneof(fc.integer({ min: 70_001, max: 70_006 }), fc.integer({ min: 80_001, max: 80_006 }))
  const value = fc.oneof(
    { weight: 4, arbitrary: id },
    { weight: 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: id.map((one) => [one]) },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...callable),
      fc.constantFrom(...callers),
      fc.array(value, { minLength: 24, maxLength: 24 }),
      async ({ name, endpoint }, { who, visitor, hidden, blocks }, values) => {
        const allowed = (each: unknown) => blocks.length > 1 || !JSON.stringify(each ?? '').includes('8000')
        const input = Object.fromEntries(
          inputKeys(endpoint).map((key, index) => [key, allowed(values[index]) ? values[index] : undefined]),
        )
        const text = await textOfResponse(await sendRaw(visitor, endpoint, input))
        expect(hidden.exec(text)?.[0], `${who}: ${name} ${JSON.stringify(input)}`).toBeUndefined()
      },
    ),
    { numRuns: 800 },
  )
}, 120_000)
