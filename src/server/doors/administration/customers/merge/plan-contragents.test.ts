import { expect, test } from 'vitest'
import type { MergedContract, MergedContragent } from '#server/customers/organisations/shared-queries-merge.ts'
import { planContragents } from './plan-contragents.ts'

const both = { fromId: 1, toId: 2 }
const firm = (id: number, organisationId: number, columns: Partial<MergedContragent> = {}): MergedContragent => ({
  id,
  organisationId,
  company: `Фирма ${id}`,
  inn: '7707083893',
  kpp: '',
  code1c: null,
  status: 'active',
  version: '',
  ...columns,
})
const contract = (id: number, contragentId: number, columns: Partial<MergedContract> = {}): MergedContract => ({
  id,
  organisationId: 0,
  contragentId,
  number: '114-О',
  code1c: null,
  ...columns,
})
const plan = (contragents: MergedContragent[], contracts: MergedContract[] = []) => {
  const { joined, apart, renamed } = planContragents({ ...both, contragents, contracts })
  return {
    joined: joined.map(({ gone, kept }) => [gone.id, kept.id]),
    apart: apart.map(({ contragent, why }) => [contragent.id, why]),
    renamed: renamed.map(({ contract: { id }, contragent, becomes }) => [id, contragent.id, becomes]),
  }
}

test('one ИНН on both sides, of which one lacks the КПП, becomes one contragent', () => {
  const joined = { joined: [[10, 20]], apart: [], renamed: [] }
  expect(plan([firm(10, 1), firm(20, 2, { kpp: '773601001' })])).toEqual(joined)
  expect(plan([firm(10, 1, { kpp: '773601001' }), firm(20, 2)])).toEqual(joined)
  expect(plan([firm(10, 1), firm(20, 2, { inn: '5024182119' })])).toEqual({ joined: [], apart: [], renamed: [] })
  expect(plan([firm(10, 1), firm(11, 1, { kpp: '773601001' })])).toEqual({ joined: [], apart: [], renamed: [] })
})

test('contragents that differ for the tax office or 1C stay two', () => {
  const apart = (why: string) => ({ joined: [], apart: [[10, why]], renamed: [] })
  const kpp = '773601001'
  expect(plan([firm(10, 1, { kpp: '773601002' }), firm(20, 2, { kpp })])).toEqual(apart('branches'))
  expect(plan([firm(10, 1), firm(20, 2, { kpp }), firm(21, 2, { kpp: '773601002' })])).toEqual(apart('several'))
  expect(plan([firm(10, 1, { code1c: 'a' }), firm(20, 2, { kpp, code1c: 'b' })])).toEqual(apart('twoInExchange'))
  const known = [contract(1, 10, { code1c: 'c-1' }), contract(2, 20, { code1c: 'c-2' })]
  expect(plan([firm(10, 1), firm(20, 2, { kpp })], known)).toEqual(apart('sameNumberInExchange'))
})

test('of two contracts with one number the one that 1C does not know gets a free one', () => {
  const firms = [firm(10, 1), firm(20, 2, { kpp: '773601001' })]
  const renamed = (...contracts: MergedContract[]) => plan(firms, contracts).renamed
  expect(renamed(contract(1, 10), contract(2, 20))).toEqual([[1, 10, '114-О (2)']])
  expect(renamed(contract(1, 10), contract(2, 20, { code1c: 'c-2' }))).toEqual([[1, 10, '114-О (2)']])
  expect(renamed(contract(1, 10, { code1c: 'c-1' }), contract(2, 20))).toEqual([[2, 20, '114-О (2)']])
  expect(renamed(contract(1, 10), contract(2, 20), contract(3, 20, { number: '114-О (2)' }))).toEqual([
    [1, 10, '114-О (3)'],
  ])
})
