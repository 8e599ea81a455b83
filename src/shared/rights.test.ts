import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { grantsWith, may, rightsByRole, rightsOf, rolesWith, type Right, type Role } from './rights.ts'

/** Holders of each right by product.md §1, repeated here so that a right is never granted by accident. */
const holders: Record<Right, string> = {
  'catalogue.view': 'owner manager accountant receiver',
  'chat.use': 'owner manager accountant receiver',
  'contract.choose': 'owner manager accountant receiver',
  'delivery.view': 'owner manager accountant receiver',
  'price.view': 'owner manager accountant',
  'price.contract': 'owner manager accountant',
  'lists.edit': 'owner manager',
  'priceList.view': 'owner manager',
  'priceList.request': 'owner manager',
  'basket.view': 'owner manager',
  'basket.edit': 'owner manager',
  'draft.edit': 'owner manager',
  'order.view': 'owner manager accountant receiver',
  'order.place': 'owner manager',
  'order.cancel': 'owner manager',
  'order.change': 'owner manager',
  'address.add': 'owner manager',
  'claim.view': 'owner manager accountant receiver',
  'claim.file': 'owner manager receiver',
  'organisation.manage': 'owner',
  'contract.all': 'owner',
  'order.approve': 'owner',
  'purchased.view': 'owner manager accountant',
  'finances.view': 'owner accountant',
  'documents.view': 'owner accountant',
  'acts.view': 'owner accountant',
  'secondFactor.own': 'admin sales content',
  'staff.dashboard': 'admin sales content',
  'staff.orders': 'admin sales',
  'staff.claims': 'admin sales',
  'staff.customers': 'admin sales',
  'staff.registrations': 'admin sales',
  'staff.allCustomers': 'admin',
  'staff.catalogue': 'admin content',
  'staff.delivery': 'admin',
  'staff.settings': 'admin',
  'staff.audit': 'admin',
  exchange: 'exchange',
}

test('[R.6] each right belongs to exactly the roles of the permission table', () => {
  const roles = Object.keys(rightsByRole) as Role[]
  const actual = Object.keys(holders).map((right) => [
    right,
    roles.filter((role) => may({ rights: rightsOf({ role, grants: [] }) }, right as Right)).join(' '),
  ])
  expect(Object.fromEntries(actual)).toEqual(holders)
  expect(Object.keys(holders).toSorted()).toEqual([...new Set(Object.values(rightsByRole).flat())].toSorted())
})

test('a grant gives its right to managers only', () => {
  const gained = (role: Role, grants: string[]) => rightsOf({ role, grants }).slice(rightsByRole[role].length)
  expect(gained('manager', ['finances'])).toEqual(['finances.view', 'documents.view'])
  expect(gained('manager', ['acts', 'finances'])).toEqual(['finances.view', 'documents.view', 'acts.view'])
  expect(gained('manager', ['everything'])).toEqual([])
  expect(gained('receiver', ['finances', 'acts'])).toEqual([])
  expect(gained('owner', ['finances', 'acts'])).toEqual([])
})

test('price politics take what shows the prices of the contract themselves', () => {
  const rule = { category: null, show: 'hidden', hundredths: 0 }
  const person = { role: 'manager', grants: ['finances', 'acts'] } as const
  const kept = rightsOf({ ...person, pricePolitics: [rule] })
  const lost = rightsOf(person).filter((right) => !kept.includes(right))
  expect(lost.toSorted()).toEqual([
    'acts.view',
    'documents.view',
    'finances.view',
    'price.contract',
    'priceList.request',
    'purchased.view',
  ])
})

test('SQL gets the roles and grants that have a right', () => {
  expect([rolesWith('acts.view'), grantsWith('acts.view')]).toEqual([['owner', 'accountant'], ['acts']])
  expect([rolesWith('order.place'), grantsWith('order.place')]).toEqual([['owner', 'manager'], []])
})

test('a guest has no right', () => {
  expect(may(null, 'catalogue.view')).toBe(false)
})

/** Files that may compare roles. */
const mayCompareRoles: [file: string, reason: string][] = [
  ['src/shared/rights.ts', 'holds the table of rights'],
  ['src/server/platform/sessions/shared-queries-rights.ts', 'turns the table into SQL'],
  ['src/server/platform/db/schema/access.ts', 'lists the roles in a check constraint'],
  ['src/server/aftersale/pages/queries-placement.ts', 'matches the audience of a page, which staff choose by roles'],
  ['src/server/platform/backup/after-restore.ts', 'counts accounts of a restored database, by lists of the table'],
  ['src/server/aftersale/pages/queries-placement.ts', 'shows news to the roles its author has chosen'],
]
const comparison = new RegExp(
  [
    String.raw`\brole\b\}?["']?\s*(?:[!=]==?|<>)`,
    String.raw`(?<!(?:const|let|type) )\brole\b\}?["']?\s*=\s*(?:'|any\b|all\b|\$)`,
    String.raw`[!=]==?\s*[\w.]*\brole\b`,
    String.raw`\brole\b\}?["']?\s+(?:not\s+)?in\s*\(`,
    String.raw`\b(?:eq|ne|inArray|notInArray)\(\s*[\w.]*\brole\b`,
    String.raw`\b(?:may|isStaff|isBuyer)\([\w.]*\brole\b`,
    String.raw`\brights\.includes\(`,
  ].join('|'),
)

test('rights are checked by `may`: no code or SQL compares roles', () => {
  const offenders = globSync('src/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$/.test(file) && !mayCompareRoles.some(([known]) => known === file))
    .flatMap((file) =>
      linesOf(file)
        .map((line) => `${file}: ${line.trim()}`)
        .filter((line) => comparison.test(line)),
    )
  expect(offenders).toEqual([])
})

test.each([
  "if (actor.role !== 'owner')",
  "'admin' === me.role",
  'isStaff(me.role)',
  "where a.role = 'owner' and",
  "${accounts.role} = 'owner'",
  "role in ('admin', 'sales')",
  '${accounts.role} in (${list})',
  'inArray(accounts.role, roles)',
  "eq(accounts.role, 'owner')",
  'role = any($1)',
  "me.rights.includes('order.view')",
])('the check finds a comparison of roles: %s', (line) => expect(line).toMatch(comparison))

test.each(["role: 'owner',", 'const role = account.role as Role', '<div role="dialog">', 'const { role } = found'])(
  'the check allows a line without a comparison: %s',
  (line) => expect(line).not.toMatch(comparison),
)

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n')
}
