import { expect, test } from 'vitest'
import { sellerDraftOf, sellerErrors, sellerInputOf } from './seller-draft.ts'

const draft = {
  ...sellerDraftOf(undefined),
  company: 'ООО «Опт»',
  inn: '7707 083 893',
  kpp: '77070100a',
  bik: '044525225',
  account: '40702 810 9 3800 0012345',
  correspondent_account: '30101810400000000225',
}

test('numbers may be pasted with spaces, and errors show at their field before sending', () => {
  expect(sellerInputOf(draft)).toMatchObject({ inn: '7707083893', kpp: '77070100A', account: '40702810938000012345' })
  expect(Object.keys(sellerErrors(draft))).toEqual(['kpp'])
  expect(Object.keys(sellerErrors({ ...draft, kpp: '770701001' }))).toEqual([])
  expect(
    Object.keys(sellerErrors({ ...draft, kpp: '', company: ' ', correspondent_account: '30101810400000000226' })),
  ).toEqual(['company', 'correspondent_account'])
})
