import { expect, test } from 'vitest'
import type { StaffGood } from '#shared/api/staff/goods.ts'
import { draftOf, isChanged, linkedGoodOf, withMoved, goodInputOf, withHidden } from './good-draft.ts'

const flag = { choice: 'exchange', exchange: false, shown: false } as const
const linked = { articul: 'A', header: 'Дрель', active: true, picture: 0, picturetype: '', source: 'exchange' } as const
const good: StaffGood = {
  id: 7,
  articul: 'A',
  header: 'Дрель',
  code: '',
  barcode: '',
  brand: '',
  active: true,
  variants_count: 0,
  version: 'v',
  flags: { hit: flag, novelty: { ...flag, choice: 'yes' }, sale: flag },
  description: { shown: 'own', text: 'Прочная', exchange_text: 'Из 1С' },
  tags: [3],
  pictures: [
    { picture: 1, picturetype: 'webp', source: 'exchange', hidden: false },
    { picture: 2, picturetype: 'webp', source: 'exchange', hidden: true },
  ],
  analogues: [{ ...linked, id: 8, hidden: false }],
  related: [],
  documents: [
    { id: 1, file: 0, header: 'Паспорт', extension: 'pdf', size: 1, link: '/documents/1', source: 'exchange' },
    { id: 2, file: 5, header: 'Свой', extension: 'pdf', size: 1, link: '/documents/2', source: 'staff' },
  ],
}

test("a good is unchanged after loading into the form and back; 1C's documents are not sent", () => {
  expect(goodInputOf(good, draftOf(good))).toEqual({
    id: 7,
    version: 'v',
    flags: { hit: 'exchange', novelty: 'yes', sale: 'exchange' },
    description: { shown: 'own', text: 'Прочная' },
    tags: [3],
    pictures: [
      { id: 1, hidden: false, source: 'exchange' },
      { id: 2, hidden: true, source: 'exchange' },
    ],
    analogues: [{ id: 8, hidden: false, source: 'exchange' }],
    related: [],
    documents: [{ file: 5, header: 'Свой' }],
  })
  expect(isChanged(good, draftOf(good))).toBe(false)
  expect(isChanged(good, { ...draftOf(good), tags: [] })).toBe(true)
})

test('entries move one position; hidden ones come after all visible ones', () => {
  expect([withMoved([1, 2, 3], 0, 1), withMoved([1, 2, 3], 0, -1), withMoved([1, 2, 3], 2, 0)]).toEqual([
    [2, 1, 3],
    [1, 2, 3],
    [3, 1, 2],
  ])
  const [a, b, c] = [
    { id: 1, hidden: false },
    { id: 2, hidden: false },
    { id: 3, hidden: true },
  ]
  expect(withHidden([a, b, c], a, true).map(({ id, hidden }) => [id, hidden])).toEqual([
    [2, false],
    [1, true],
    [3, true],
  ])
  expect(withHidden([a, b, c], c, false).map(({ id, hidden }) => [id, hidden])).toEqual([
    [1, false],
    [2, false],
    [3, false],
  ])
})

test('a picked good becomes a link by staff', () => {
  const row = {
    ...linked,
    id: 9,
    code: '',
    barcode: '',
    brand: '',
    variants_count: 0,
    hit: false,
    novelty: false,
    sale: false,
    by_hand: [],
    tags: [],
    pictures_count: 0,
    binds_count: 0,
    documents_count: 0,
  }
  expect(linkedGoodOf(row)).toEqual({
    id: 9,
    articul: 'A',
    header: 'Дрель',
    active: true,
    picture: 0,
    picturetype: '',
    source: 'staff',
    hidden: false,
  })
})
