import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GeoPoint } from '#shared/rules/delivery/polygon.ts'
import { fitView, panned, geoPointAt, roomIn, scaleBar, tilesIn, toScreen, zoomed } from './map-view.ts'

const size = { width: 800, height: 500 }
const geoPoint = fc
  .tuple(fc.double({ min: -170, max: 170, noNaN: true }), fc.double({ min: -80, max: 80, noNaN: true }))
  .map((at): GeoPoint => at)
const point = fc.record({ x: fc.integer({ min: 0, max: 800 }), y: fc.integer({ min: 0, max: 500 }) })

test('all fitted points are within the map', () => {
  fc.assert(
    fc.property(fc.array(geoPoint, { minLength: 1, maxLength: 20 }), (points) => {
      const view = fitView(points, size)
      for (const each of points) {
        const { x, y } = toScreen(each, view, size)
        expect(x >= 0 && x <= 800 && y >= 0 && y <= 500).toBe(true)
      }
    }),
  )
})

test('zooming keeps the point under the pointer, and panning moves all points equally', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 2, noNaN: true }), point, (factor, at) => {
      const view = fitView(
        [
          [36, 55],
          [39, 56.5],
        ],
        size,
      )
      const before = geoPointAt(at, view, size)
      const there = toScreen(before, zoomed(view, size, factor, at), size)
      expect(there.x).toBeCloseTo(at.x, 4)
      expect(there.y).toBeCloseTo(at.y, 4)
      const moved = toScreen(before, panned(view, 30, -20), size)
      expect(moved.x).toBeCloseTo(at.x + 30, 4)
      expect(moved.y).toBeCloseTo(at.y - 20, 4)
    }),
  )
})

test('tiles cover the map without gaps, with a few dozen at most', () => {
  fc.assert(
    fc.property(geoPoint, fc.double({ min: 10, max: 19, noNaN: true }), (centre, zoom) => {
      const view = { ...fitView([centre], size), scale: 256 * 2 ** zoom }
      const tiles = tilesIn(view, size)
      expect(tiles.length).toBeGreaterThan(0)
      expect(tiles.length).toBeLessThan(60)
      const area = tiles.reduce(
        (sum, { left, top, side }) =>
          sum +
          Math.max(0, Math.min(800, left + side) - Math.max(0, left)) *
            Math.max(0, Math.min(500, top + side) - Math.max(0, top)),
        0,
      )
      expect(area).toBeCloseTo(800 * 500, 0)
    }),
  )
})

test('the scale bar has a round length, and a zone’s name is placed where the zone is widest', () => {
  const { label, pixels } = scaleBar(
    fitView(
      [
        [37, 55.5],
        [38.2, 56],
      ],
      size,
    ),
    100,
  )
  expect(label).toMatch(/^[125]0* км$/)
  expect(pixels).toBeGreaterThan(20)
  expect(pixels).toBeLessThanOrEqual(100)
  const corners = [
    [0, 0],
    [100, 0],
    [100, 20],
    [10, 20],
    [10, 90],
    [0, 90],
  ].map(([x = 0, y = 0]) => ({ x, y }))
  expect(roomIn(corners)).toMatchObject({ x: 50, width: 100 })
  expect(roomIn(corners).y).toBeLessThan(20)
})
