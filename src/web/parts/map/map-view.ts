import { fromWorld, metresPerUnit, toWorld, type WorldPoint } from '#shared/rules/delivery/mercator.ts'
import type { GeoPoint } from '#shared/rules/delivery/polygon.ts'

/** The visible part of a map: its centre, and the width of the whole world in pixels. */
export type MapView = { centre: WorldPoint; scale: number }
export type Size = { width: number; height: number }
/** Pixels from the map's upper left corner. */
export type ScreenPoint = { x: number; y: number }

const tilePixels = 256
const maxZoom = 19
const minScale = tilePixels
const maxScale = tilePixels * 2 ** maxZoom
/** The area shown around a single point: a dozen kilometres. */
const closestFit = 2 ** -11
const everywhere: GeoPoint[] = [
  [20, 70],
  [140, 42],
]

/** The view that fits all points with a margin; without points, the whole country. */
export function fitView(shown: readonly GeoPoint[], { width, height }: Size): MapView {
  const points = (shown.length > 0 ? shown : everywhere).map(toWorld)
  const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))]
  const room = 0.88
  const scale = Math.min(
    (width * room) / Math.max(right - left, closestFit),
    (height * room) / Math.max(bottom - top, closestFit),
  )
  return { centre: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale: bounded(scale) }
}

export function toScreen(point: GeoPoint, { centre, scale }: MapView, { width, height }: Size): ScreenPoint {
  const { x, y } = toWorld(point)
  return { x: (x - centre.x) * scale + width / 2, y: (y - centre.y) * scale + height / 2 }
}

export function geoPointAt({ x, y }: ScreenPoint, { centre, scale }: MapView, { width, height }: Size): GeoPoint {
  return fromWorld({ x: centre.x + (x - width / 2) / scale, y: within(centre.y + (y - height / 2) / scale) })
}

/** Keeps the point under the pointer fixed. */
export function zoomed(
  view: MapView,
  size: Size,
  factor: number,
  at: ScreenPoint = { x: size.width / 2, y: size.height / 2 },
): MapView {
  const scale = bounded(view.scale * factor)
  const shift = 1 / view.scale - 1 / scale
  return {
    scale,
    centre: {
      x: within(view.centre.x + (at.x - size.width / 2) * shift),
      y: within(view.centre.y + (at.y - size.height / 2) * shift),
    },
  }
}

/** Moves the map by pixels right and down. */
export function panned({ centre, scale }: MapView, right: number, down: number): MapView {
  return { scale, centre: { x: within(centre.x - right / scale), y: within(centre.y - down / scale) } }
}

export type Tile = { key: string; z: number; x: number; y: number; left: number; top: number; side: number }

/** Visible tiles of the matching zoom level, with their positions. */
export function tilesIn({ centre, scale }: MapView, { width, height }: Size): Tile[] {
  const z = Math.min(maxZoom, Math.max(0, Math.round(Math.log2(scale / tilePixels))))
  const count = 2 ** z
  const side = scale / count
  const [left, top] = [centre.x * scale - width / 2, centre.y * scale - height / 2]
  const range = (from: number, length: number) => {
    const [first, last] = [
      Math.max(0, Math.floor(from / side)),
      Math.min(count - 1, Math.floor((from + length) / side)),
    ]
    return Array.from({ length: Math.max(0, last - first + 1) }, (_each, index) => first + index)
  }
  return range(top, height).flatMap((y) =>
    range(left, width).map((x) => ({
      key: `${z}/${x}/${y}`,
      z,
      x,
      y,
      left: x * side - left,
      top: y * side - top,
      side,
    })),
  )
}

/** A round length that fits into `maxPixels`: its text and its width in pixels. */
export function scaleBar({ centre, scale }: MapView, maxPixels: number): { label: string; pixels: number } {
  const metresPerPixel = metresPerUnit(centre.y) / scale
  const power = 10 ** Math.floor(Math.log10(metresPerPixel * maxPixels))
  const metres = [5, 2, 1].map((each) => each * power).find((each) => each <= metresPerPixel * maxPixels) ?? power
  return { label: metres >= 1000 ? `${metres / 1000} км` : `${metres} м`, pixels: metres / metresPerPixel }
}

/** Best position of a polygon's name: the middle of its widest part, and the width there. */
export function roomIn(corners: readonly ScreenPoint[]): ScreenPoint & { width: number } {
  const [top, bottom] = [Math.min(...corners.map(({ y }) => y)), Math.max(...corners.map(({ y }) => y))]
  const rows = Array.from({ length: rowsTried }, (_each, index) => top + ((bottom - top) * (index + 0.5)) / rowsTried)
  return rows
    .flatMap((y) => spansAt(corners, y))
    .reduce((best, span) => (span.width > best.width ? span : best), { x: 0, y: 0, width: 0 })
}

const rowsTried = 15

/** Parts of a horizontal line inside the polygon. */
function spansAt(corners: readonly ScreenPoint[], y: number): (ScreenPoint & { width: number })[] {
  const crossings = corners
    .flatMap((to, index) => {
      const from = corners.at(index - 1) ?? to
      return from.y > y === to.y > y ? [] : [from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y)]
    })
    .toSorted((a, b) => a - b)
  return crossings.flatMap((left, index) => {
    const right = crossings[index + 1]
    return index % 2 === 1 || right === undefined ? [] : [{ x: (left + right) / 2, y, width: right - left }]
  })
}

function bounded(scale: number): number {
  return Math.min(maxScale, Math.max(minScale, scale))
}

function within(part: number): number {
  return Math.min(1, Math.max(0, part))
}
