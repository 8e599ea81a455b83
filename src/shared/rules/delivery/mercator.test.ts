import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromWorld, metresPerUnit, toWorld } from './mercator.ts'

test('known places are projected to the same tiles as on tile servers', () => {
  expect(toWorld([0, 0])).toEqual({ x: 0.5, y: 0.5 })
  expect(toWorld([-180, 85.05112878]).y).toBeCloseTo(0, 8)
  // Tile 10/619/320 contains the Kremlin.
  const { x, y } = toWorld([37.6176, 55.752])
  expect([Math.floor(x * 1024), Math.floor(y * 1024)]).toEqual([619, 320])
})

test('projecting and back gives the same place to a millionth of a degree', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -85, max: 85, noNaN: true }),
      (longitude, latitude) => {
        const back = fromWorld(toWorld([longitude, latitude]))
        expect(back[0]).toBeCloseTo(longitude, 6)
        expect(back[1]).toBeCloseTo(latitude, 6)
      },
    ),
  )
})

test('a kilometre in Moscow measures a kilometre', () => {
  const [from, to] = [toWorld([37.6, 55.75]), toWorld([37.6 + 1 / (111.32 * Math.cos((55.75 * Math.PI) / 180)), 55.75])]
  expect((to.x - from.x) * metresPerUnit(from.y)).toBeCloseTo(1000, -1)
})
