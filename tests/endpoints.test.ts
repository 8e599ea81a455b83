import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callSelector, type Endpoint, type FileEndpoint } from '#shared/api/endpoint.ts'
import { may, rightsByRole, rightsOf, type Role } from '#shared/rights.ts'
import { startTestApp, type TestApp, type Visitor } from './support/app.ts'
import { inputKeys, listCalls, sendRaw as send, type NamedCall } from './support/calls/every-call.ts'
import { addAccount, createWorld, signedIn, type World } from './support/fixtures.ts'
import { listRoutes } from './support/calls/routes.ts'

/** Rules for every described call of any feature. */
let portal: TestApp
let world: World
let endpoints: NamedCall[]
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  endpoints = await listCalls()
})
afterAll(() => portal.close())

/** Routes that are not described calls, each with its reason. */
const undescribed: [path: RegExp, reason: string][] = [
  [/^\/1c-exchange$/, "1C's protocol: one address, distinguished by its query, always answered in plain text"],
  [/^\/1c-exchange\/feeds\/:name$/, '1C sends NDJSON to it under the sign-in of its protocol; its schema is described'],
  [/^\/api\/docs(\*|\/.*)?$/, 'shows the described calls'],
  [/^(\*|\/assets\/.*|\/[\w.-]+\.\w+)$/, 'files of the built web'],
]

test('every mounted route is a described call or an exception with its reason; every described call is mounted', () => {
  const mounted = listRoutes(portal.app)
    .filter(({ method }) => !['HEAD', 'OPTIONS'].includes(method))
    .map(({ method, path }) => ({ path, address: `${method} ${path.replace(/\/$/, '')}` }))
  const described = endpoints.flatMap(({ endpoint: { verb, path } }) => addressesOf(verb, path))
  const others = mounted.filter(({ address }) => !described.includes(address))
  expect(others.filter(({ path }) => !undescribed.some(([known]) => known.test(path)))).toEqual([])
  const addresses = new Set(mounted.map(({ address }) => address))
  expect(described.filter((address) => !addresses.has(address))).toEqual([])
})

test('exactly the calls for staff are under /api/staff/, except for the first setup, which has no account yet', () => {
  const calls = endpoints.filter(({ endpoint }) => endpoint.path !== '/api/setup/')
  const wrong = calls.filter(
    ({ endpoint: { path, right } }) => path.startsWith('/api/staff/') !== right.startsWith('staff.'),
  )
  expect(wrong.map(({ name, endpoint }) => `${name}: ${endpoint.path} needs ${endpoint.right}`)).toEqual([])
})

test('the OpenAPI document has every described call with its right, files with media types, nothing else', async () => {
  const { paths } = (await (await portal.visitor().send('/api/docs/json', {})).json()) as { paths: Paths }
  const addresses = new Set<string>()
  for (const { name, endpoint } of endpoints) {
    const path = endpoint.path.replace(/:(\w+)\??/g, '{$1}')
    const verb = endpoint.verb.toLowerCase()
    addresses.add(`${verb} ${path}`)
    const operation = paths[path]?.[verb]
    expect(operation?.description.split('; '), name).toContain(documentedRight(endpoint))
    if (!('answers' in endpoint || 'takes' in endpoint)) continue
    const content = 'takes' in endpoint ? operation?.requestBody?.content : operation?.responses[200]?.content
    expect(Object.keys(content ?? {}), name).toEqual('takes' in endpoint ? endpoint.takes.mediaTypes : endpoint.answers)
  }
  const documented = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.keys(verbs).map((verb) => `${verb} ${path}`),
  )
  expect(documented.filter((address) => !addresses.has(address))).toEqual([])
})

type Operation = {
  description: string
  responses: Record<string, { content?: object }>
  requestBody?: { content: object }
}
type Paths = Record<string, Record<string, Operation>>

/** Calls that share an address have one entry, described by method or action. */
function documentedRight(endpoint: Endpoint | FileEndpoint): string {
  if ('answers' in endpoint || 'takes' in endpoint)
    return `right ${[endpoint.right, endpoint.orRight].filter((right) => right !== undefined).join(' or ')}`
  const [selector] = Object.values(callSelector(endpoint))
  return `${selector === undefined ? '' : `${selector}: `}right ${endpoint.right}`
}

test('[R.6] a call is refused exactly to guests and to roles without its right', async () => {
  const wrong: string[] = []
  const callers: [Role | 'guest', Visitor][] = [
    ['guest', portal.visitor()],
    ['owner', await signedIn(portal, world.ownerId)],
    ['manager', await signedIn(portal, world.managerId)],
    ['accountant', await signedIn(portal, world.accountantId)],
    ['receiver', await signedIn(portal, world.receiverId)],
    ['admin', await signedIn(portal, world.adminId)],
    ['sales', await signedIn(portal, world.salesId)],
    ['content', await signedIn(portal, await addAccount(portal.db, { role: 'content' }))],
  ]
  for (const [role, visitor] of callers) {
    for (const { name, endpoint } of endpoints) {
      if (name === 'signOut') continue
      const { status } = await send(visitor, endpoint, {})
      if (status !== 403 && status !== 401 && mayCall(role, endpoint)) continue
      if (status === (role === 'guest' ? 401 : 403) && !mayCall(role, endpoint)) continue
      if (name === 'signIn' && (status === 400 || status === 401)) continue
      wrong.push(`${role} ${name}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
}, 120_000)

test('no reply or refusal of a call may be cached', async () => {
  const wrong: string[] = []
  const owner = await signedIn(portal, world.ownerId)
  const admin = await signedIn(portal, world.adminId)
  for (const { name, endpoint } of endpoints) {
    if (name === 'signOut') continue
    for (const visitor of [endpoint.right.startsWith('staff') ? admin : owner, portal.visitor()]) {
      const { headers, status, ok } = await send(visitor, endpoint, {})
      // A file sets its own cache headers; its refusals must not be cached.
      if (ok && 'answers' in endpoint) continue
      if (!/\bno-store\b/.test(headers.get('cache-control') ?? ''))
        wrong.push(`${name} ${status}: ${headers.get('cache-control')}`)
    }
  }
  expect(wrong).toEqual([])
})

test('no input causes a 5xx: every refusal has a Russian message and comes within two seconds', async () => {
  const owner = await signedIn(portal, world.ownerId)
  const admin = await signedIn(portal, world.adminId)
  const callable = endpoints.filter(({ name }) => !['signOut', 'endSession', 'endOtherSessions'].includes(name))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...callable),
      fc.array(fc.option(hostile, { freq: 4, nil: undefined }), { minLength: 24, maxLength: 24 }),
      async ({ name, endpoint }, values) => {
        const keys = inputKeys(endpoint)
        const input = Object.fromEntries(keys.map((key, index) => [key, values[index]]))
        const visitor = endpoint.right.startsWith('staff') ? admin : owner
        const startedMs = performance.now()
        const response = await send(visitor, endpoint, input)
        expect(performance.now() - startedMs, name).toBeLessThan(2000)
        expect(response.status, `${name} ${JSON.stringify(input)}`).toBeLessThan(500)
        const body = (await response.json().catch(() => ({}))) as { message?: string }
        if (response.status >= 400) expect(body.message, name).toMatch(/[а-я]/)
      },
    ),
    { numRuns: 1500 },
  )
}, 120_000)

test('rights whose replies contain prices are only held by roles that may see prices', () => {
  for (const role of Object.keys(rightsByRole) as Role[]) {
    const person = { rights: rightsOf({ role, grants: ['finances', 'acts'] }) }
    if (may(person, 'basket.view')) expect(may(person, 'price.view'), role).toBe(true)
    // The invoice of an order requires only the right to see prices.
    if (may(person, 'price.view')) expect(may(person, 'order.view'), role).toBe(true)
  }
})

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    '0',
    '-1',
    '1',
    0,
    -1,
    1,
    2,
    1.5,
    -0.001,
    2_147_483_647,
    2_147_483_648,
    Number.MAX_VALUE,
    2 ** 60,
    null,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    { __proto__: null },
    { 1: 1 },
    { 1: [1, 'x'] },
    { price: 'asc' },
    { 'price; drop table': 'asc' },
    'asc',
    '\u0000',
    '\uD800',
    "'; drop table accounts; --",
    '%',
    '_%',
    '\\',
    '../../etc/passwd',
    '<script>',
    '01.01.2026',
    '31.02.2026',
    '2026-01-01',
    'а'.repeat(10_000),
    '( [ * + ?',
    '😀',
    'NaN',
    'Infinity',
    '1e5',
    '0x10',
    '１',
    'create',
    'cancel',
    'setState',
  ),
  fc.jsonValue({ maxDepth: 2 }),
  fc.integer({ min: -10, max: 60 }),
)

/** `/x/:id?` is two addresses to the router. */
function addressesOf(verb: string, path: string): string[] {
  const paths = path.endsWith('/:id?') ? [path.replace('/:id?', ''), path.replace('?', '')] : [path.replace(/\/$/, '')]
  return paths.map((each) => `${verb} ${each}`)
}

function mayCall(role: Role | 'guest', { right, ...endpoint }: Endpoint | FileEndpoint): boolean {
  if (right === 'public') return true
  if (role === 'guest') return false
  const orRight = 'orRight' in endpoint ? endpoint.orRight : undefined
  const person = { rights: rightsOf({ role, grants: [] }) }
  return right === 'session' || may(person, right) || (orRight !== undefined && may(person, orRight))
}
