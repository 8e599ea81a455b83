import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planBindOrder, planPictureOrder } from './arrange.ts'

const received = [
  { id: 1, position: 1 },
  { id: 2, position: 2 },
  { id: 3, position: 4 },
]
const shown = (...ids: number[]) => ids.map((id) => ({ id }))
const brief = (choices: ReturnType<typeof planPictureOrder>) =>
  choices.map(({ pictureId, own, hidden, slot }) => [pictureId, own ? 'own' : hidden ? 'hidden' : '1C', slot])

test("while 1C's pictures keep their order, only staff's own pictures get positions, after the one they follow", () => {
  expect(brief(planPictureOrder(shown(1, 2, 3), received, new Set()))).toEqual([])
  expect(brief(planPictureOrder(shown(9, 1, 8, 2, 3, 7), received, new Set([8])))).toEqual([
    [9, 'own', 0],
    [8, 'own', 1],
    [7, 'own', 1_000_000],
  ])
  expect(brief(planPictureOrder(shown(9), [], new Set()))).toEqual([[9, 'own', 0]])
})

test('moving one of 1C’s pictures gives all a position; hidden ones stay hidden, unknown ones are dropped', () => {
  expect(brief(planPictureOrder(shown(2, 9, 1, 3), received, new Set()))).toEqual([
    [2, '1C', 0],
    [9, 'own', 0],
    [1, '1C', 0],
    [3, '1C', 0],
  ])
  expect(
    brief(planPictureOrder([...shown(1), { id: 2, hidden: true }, { id: 9, hidden: true }], received, new Set([9]))),
  ).toEqual([[2, 'hidden', 0]])
})

test('entries that 1C has removed are skipped, unless staff own them too', () => {
  const gone = { id: 6, source: 'exchange' as const }
  expect(brief(planPictureOrder([gone, ...shown(1), { ...gone, id: 8 }], received, new Set([8])))).toEqual([
    [8, 'own', 1_000_000],
  ])
  expect(planBindOrder([gone, ...shown(1)], [{ id: 1, own: false, exchange: 1 }])).toMatchObject([
    { id: 1, own: false },
  ])
})

test('stored positions reproduce the order that staff chose', () => {
  const ids = [1, 2, 3, 7, 8, 9]
  const order = fc.shuffledSubarray(ids)
  fc.assert(
    fc.property(order, fc.subarray([1, 7]), (list, own) => {
      const choices = new Map(
        planPictureOrder(shown(...list), received, new Set(own)).map((choice) => [choice.pictureId, choice]),
      )
      const positions = new Map(received.map(({ id, position }) => [id, position]))
      // The order of catalogue/pictures/shared-queries-shown.ts.
      const key = (id: number) => {
        const choice = choices.get(id)
        return choice ? [choice.slot, 1, choice.position] : [positions.get(id) ?? Infinity, 0, 0]
      }
      const compare = (a: number, b: number) =>
        key(a)
          .map((each, index) => each - (key(b)[index] ?? 0))
          .find((difference) => difference !== 0) ?? 0
      expect(list.toSorted(compare)).toEqual(list)
    }),
  )
})

test("linked goods: staff's come first in order, then 1C's unpositioned; a mixed order gives all positions", () => {
  const stored = [
    { id: 1, own: false, exchange: 1 },
    { id: 2, own: false, exchange: 2 },
    { id: 3, own: true, exchange: 3 },
    { id: 4, own: true, exchange: null },
  ]
  const brief = (input: Parameters<typeof planBindOrder>[0]) =>
    planBindOrder(input, stored).map(({ id, own, hidden, staffPosition }) => [
      id,
      own ? 'own' : '1C',
      hidden ? 'hidden' : staffPosition,
    ])
  expect(brief(shown(9, 4, 3, 1, 2))).toEqual([
    [9, 'own', 1],
    [4, 'own', 2],
    [3, 'own', 3],
    [1, '1C', null],
    [2, '1C', null],
  ])
  expect(brief(shown(1, 4, 2))).toEqual([
    [1, '1C', 1],
    [4, 'own', 2],
    [2, '1C', 3],
  ])
  expect(brief([...shown(2), { id: 1, hidden: true }, { id: 4, hidden: true }])).toEqual([
    [2, '1C', null],
    [1, '1C', 'hidden'],
  ])
})
