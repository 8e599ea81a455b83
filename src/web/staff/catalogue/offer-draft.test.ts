import { expect, test } from 'vitest'
import { draftOf, emptyDraft, offerInputOf, withDiscount, type DraftGood } from './offer-draft.ts'

const good: DraftGood = {
  id: 7,
  articul: 'A',
  header: 'Дрель',
  unit: 'шт',
  prices: [
    { type: 1, price: 1000 },
    { type: 2, price: 999.99 },
    { type: 3, price: 5 },
  ],
  priceTexts: {},
}
const draft = { ...emptyDraft, title: ' Осень ', starts: '01.11.2026', ends: '30.11.2026', goods: [good] }

test('prices are parsed as typed; an empty field is no price', () => {
  expect(
    offerInputOf({ ...draft, goods: [{ ...good, priceTexts: { 1: '1\u00a0250,50 ₽', 2: ' ', 3: '4.5' } }] }),
  ).toMatchObject({
    input: {
      title: 'Осень',
      position: 0,
      goods: [
        {
          id: 7,
          prices: [
            { type: 1, price: 1250.5 },
            { type: 3, price: 4.5 },
          ],
        },
      ],
    },
  })
})

test('missing values and invalid prices are reported at their field', () => {
  const empty = offerInputOf({
    ...emptyDraft,
    position: '-1',
    goods: [{ ...good, priceTexts: { 1: 'дорого', 2: '1,255' } }],
  })
  expect(empty).toMatchObject({
    fields: {
      title: expect.anything(),
      starts: expect.anything(),
      ends: expect.anything(),
      position: expect.anything(),
      'goods.7.1': expect.anything(),
      'goods.7.2': expect.anything(),
    },
  })
})

test('a discount fills empty prices of the offered price types, to the kopeck', () => {
  expect(withDiscount([{ ...good, priceTexts: { 1: '900' } }], 15, new Set([1, 2]))[0]?.priceTexts).toEqual({
    1: '900',
    2: '849,99',
  })
})

test('an offer is unchanged after loading into the form and back', () => {
  const { priceTexts, ...plain } = good
  expect(priceTexts).toEqual({})
  const offer = {
    id: 1,
    version: '5',
    title: 'А',
    text: '',
    starts: '01.11.2026',
    ends: '02.11.2026',
    position: 3,
    active: false,
    state: 'off' as const,
    goods_count: 1,
    goods: [{ ...plain, offer: [{ type: 1, price: 1234.5 }] }],
  }
  expect(offerInputOf(draftOf(offer))).toEqual({
    input: {
      title: 'А',
      text: '',
      starts: '01.11.2026',
      ends: '02.11.2026',
      position: 3,
      active: false,
      goods: [{ id: 7, prices: [{ type: 1, price: 1234.5 }] }],
    },
  })
})
