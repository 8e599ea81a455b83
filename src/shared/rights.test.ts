import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { may, rightsByRole, type Right, type Role } from './rights.ts'

/** Holders of each right by product.md §1, written out once more so that a right is never granted by accident. */
const holders: Record<Right, string> = {
  'catalogue.view': 'owner manager accountant receiver',
  'contract.choose': 'owner manager accountant receiver',
  'delivery.view': 'owner manager accountant receiver',
  'price.view': 'owner manager accountant',
  'lists.edit': 'owner manager',
  'priceList.view': 'owner manager',
  'basket.view': 'owner manager',
  'basket.edit': 'owner manager',
  'draft.edit': 'owner manager',
  'order.view': 'owner manager accountant receiver',
  'order.place': 'owner manager',
  'order.cancel': 'owner manager',
  'order.change': 'owner manager',
  'order.approve': 'owner',
  'finances.view': 'owner accountant',
  'secondFactor.own': 'admin sales content',
  'staff.orders': 'admin sales',
  'staff.customers': 'admin sales',
  'staff.catalogue': 'admin content',
  'staff.delivery': 'admin',
  'staff.settings': 'admin',
  exchange: 'exchange',
}

test('[R.6] each right belongs to the roles that the permission table names, and to no other', () => {
  const roles = Object.keys(rightsByRole) as Role[]
  const held = Object.keys(holders).map((right) => [
    right,
    roles.filter((role) => may({ role }, right as Right)).join(' '),
  ])
  expect(Object.fromEntries(held)).toEqual(holders)
  expect(Object.keys(holders).toSorted()).toEqual([...new Set(Object.values(rightsByRole).flat())].toSorted())
})

/** Files that may compare roles: the table itself, sessions, and where accounts are written. */
const knowRoles = [
  'src/shared/rights.ts',
  'src/server/platform/sessions/',
  'src/server/doors/administration/',
  'src/server/doors/demo/',
]

test('what a person may do is asked of the person: no code outside SQL compares roles', () => {
  const comparison =
    /\brole\b\s*(?:[!=]==?|as Role)|[!=]==?\s*[\w.]*\brole\b|\b(?:may|isStaff|isBuyer)\([\w.]*\brole\b/i
  const offenders = globSync('src/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$/.test(file) && !knowRoles.some((known) => file.startsWith(known)))
    .flatMap((file) =>
      linesOf(file)
        .map((line) => `${file}: ${line.trim()}`)
        .filter((line) => comparison.test(line)),
    )
  expect(offenders).toEqual([])
  for (const line of ["if (actor.role !== 'owner')", "'admin' === me.role", 'isStaff(me.role)'])
    expect(line).toMatch(comparison)
})

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n')
}
