import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contains, polygonError, zoneAt, type GeoPoint } from './polygon.ts'

const square: GeoPoint[] = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
]

test('a polygon has 3 to 500 distinct corners within the map, and its sides do not intersect', () => {
  expect(polygonError(square)).toBeUndefined()
  expect(polygonError(square.slice(0, 2))).toMatch(/трёх углов/)
  expect(polygonError(star(501))).toMatch(/не больше 500/)
  expect(polygonError(star(500))).toBeUndefined()
  for (const point of [
    [181, 0],
    [0, 86],
    [0, -85.1],
    [Number.NaN, 0],
    [0, Infinity],
  ] as const)
    expect(polygonError([...square, point]), String(point)).toMatch(/вне карты/)
  expect(polygonError([...square, [0, 0]])).toMatch(/одной точке/)
  expect(
    polygonError([
      [0, 0],
      [10, 10],
      [10, 0],
      [0, 10],
    ]),
    'a bow',
  ).toMatch(/пересекаются/)
  expect(
    polygonError([
      [0, 0],
      [10, 0],
      [5, 0],
    ]),
    'no area',
  ).toMatch(/пересекаются/)
  expect(
    polygonError([
      [0, 0],
      [10, 0],
      [10, 10],
      [5, 0],
      [0, 10],
    ]),
    'a corner on another side',
  ).toMatch(/пересекаются/)
  expect(
    polygonError([
      [0, 0],
      [10, 0],
      [10, 5],
      [10, 2],
      [0, 2],
    ]),
    'a side back over the last',
  ).toMatch(/пересекаются/)
  expect(
    polygonError([
      [0, 0],
      [5, 0],
      [10, 0],
      [10, 10],
    ]),
    'a corner on a straight side',
  ).toBeUndefined()
})

test('a point is inside by the winding number, whatever the first corner and the direction', () => {
  fc.assert(
    fc.property(radii, point, fc.nat(30), fc.boolean(), (lengths, at, turned, back) => {
      const corners = star(lengths.length, lengths)
      const same = [...corners.slice(turned % corners.length), ...corners.slice(0, turned % corners.length)]
      expect(polygonError(corners)).toBeUndefined()
      const expected = isWoundRound(corners, at)
      if (expected === undefined) return
      expect(contains(corners, at)).toBe(expected)
      expect(contains(back ? same.toReversed() : same, at)).toBe(expected)
    }),
  )
})

test('points on corners and sides are inside', () => {
  for (const corner of square) expect(contains(square, corner)).toBe(true)
  expect(contains(square, [5, 0])).toBe(true)
  expect(contains(square, [10, 5])).toBe(true)
  expect(contains(square, [15, 0])).toBe(false)
  expect(contains(square, [10.000001, 5])).toBe(false)
})

test('swapping two neighbouring corners makes a self-intersecting polygon, which is refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 60 }), fc.nat(), (count, at) => {
      const corners = star(count)
      const first = at % count
      const second = (first + 1) % count
      const swapped = corners.map(
        (corner, index) => (index === first ? corners[second] : index === second ? corners[first] : corner) ?? corner,
      )
      expect(polygonError(swapped)).toMatch(/пересекаются/)
    }),
  )
})

test('where zones overlap, the first one applies', () => {
  const zones = [
    {
      id: 1,
      polygon: star(
        6,
        Array.from({ length: 6 }, () => 2),
      ),
    },
    { id: 2, polygon: star(8) },
  ]
  expect(zoneAt(zones, [0, 0])?.id).toBe(1)
  expect(zoneAt(zones, [0, 6])?.id).toBe(2)
  expect(zoneAt(zones, [40, 40])).toBeUndefined()
})

const radii = fc.array(fc.integer({ min: 2, max: 40 }), { minLength: 3, maxLength: 40 })
const point = fc
  .tuple(fc.integer({ min: -420, max: 420 }), fc.integer({ min: -420, max: 420 }))
  .map(([x, y]): GeoPoint => [x / 10, y / 10])

/** Corners at growing angles around the origin: at any distances no side crosses another. */
function star(count: number, lengths: readonly number[] = Array.from({ length: count }, () => 10)): GeoPoint[] {
  return lengths.map((length, index) => {
    const angle = (index * 2 * Math.PI) / count
    return [Math.round(Math.cos(angle) * length * 1e6) / 1e6, Math.round(Math.sin(angle) * length * 1e6) / 1e6]
  })
}

/** Whether the border winds around the point; undefined when too near to the border. */
function isWoundRound(corners: readonly GeoPoint[], [x, y]: GeoPoint): boolean | undefined {
  let sum = 0
  for (const [index, to] of corners.entries()) {
    const from = corners.at(index - 1) ?? to
    const angle = Math.atan2(to[1] - y, to[0] - x) - Math.atan2(from[1] - y, from[0] - x)
    const turn = angle > Math.PI ? angle - 2 * Math.PI : angle < -Math.PI ? angle + 2 * Math.PI : angle
    if (Math.PI - Math.abs(turn) < 1e-4 || Math.hypot(to[0] - x, to[1] - y) < 1e-4) return undefined
    sum += turn
  }
  return Math.abs(sum) > Math.PI
}
