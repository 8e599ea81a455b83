/** Polygons on the map: validity of a zone's corners, and the zone of a point. */

/** A point: longitude east and latitude north in degrees (WGS 84), in GeoJSON's order. */
export type GeoPoint = readonly [longitude: number, latitude: number]

export const minCorners = 3
export const maxCorners = 500
/** The limit of Web Mercator. */
export const maxLatitude = 85
/** Corners are rounded to a millionth of a degree, a tenth of a metre. */
const microdegrees = 1e6

export function rounded([longitude, latitude]: GeoPoint): GeoPoint {
  return [Math.round(longitude * microdegrees) / microdegrees, Math.round(latitude * microdegrees) / microdegrees]
}

/**
 * The error of a polygon in Russian, or undefined. It has 3 to 500 distinct corners within the map, and no side touches
 * another (zones are drawn by hand, product.md §8). The last corner connects to the first and must not repeat it. A
 * zone does not cross the 180th meridian.
 */
export function polygonError(corners: readonly GeoPoint[]): string | undefined {
  if (corners.length < minCorners) return 'Отметьте не меньше трёх углов'
  if (corners.length > maxCorners) return `Углов слишком много: можно не больше ${maxCorners}`
  if (!corners.every(isOnMap)) return 'Координаты вне карты: широта от −85 до 85, долгота от −180 до 180'
  const grid = corners.map(([longitude, latitude]): GeoPoint => [
    Math.round(longitude * microdegrees),
    Math.round(latitude * microdegrees),
  ])
  if (new Set(grid.map(String)).size < grid.length) return 'Два угла стоят в одной точке'
  return crossesItself(grid) ? 'Границы зоны пересекаются: передвиньте углы' : undefined
}

/** Whether a point is inside or on the border. */
export function contains(corners: readonly GeoPoint[], point: GeoPoint): boolean {
  let inside = false
  for (const [from, to] of sidesOf(corners)) {
    if (turn(from, to, point) === 0 && isBetween(from, to, point)) return true
    if (from[1] > point[1] !== to[1] > point[1] && turn(from, to, point) > 0 === to[1] > from[1]) inside = !inside
  }
  return inside
}

/** The zone of a point: the first one where zones overlap. */
export function zoneAt<Zone extends { polygon: readonly GeoPoint[] }>(
  zones: readonly Zone[],
  point: GeoPoint,
): Zone | undefined {
  return zones.find(({ polygon }) => contains(polygon, point))
}

type Side = readonly [from: GeoPoint, to: GeoPoint]

function sidesOf(corners: readonly GeoPoint[]): Side[] {
  return corners.map((corner, index) => [corners.at(index - 1) ?? corner, corner])
}

function isOnMap([longitude, latitude]: GeoPoint): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= maxLatitude
}

/** In whole microdegrees, to distinguish touching from nearly touching. */
function crossesItself(corners: readonly GeoPoint[]): boolean {
  const sides = sidesOf(corners)
  return sides.some(
    (side, index) =>
      isFoldedBack(side, sides.at(index - 1) ?? side) ||
      sides.slice(index + 1).some((other) => !areNeighbours(side, other) && touch(side, other)),
  )
}

function areNeighbours([from, to]: Side, [otherFrom, otherTo]: Side): boolean {
  return to === otherFrom || otherTo === from
}

/** A side that runs back over the previous one. */
function isFoldedBack([corner, to]: Side, [from]: Side): boolean {
  return turn(from, corner, to) === 0 && (isBetween(from, corner, to) || isBetween(corner, to, from))
}

function touch([a, b]: Side, [c, d]: Side): boolean {
  if (Math.max(a[0], b[0]) < Math.min(c[0], d[0]) || Math.max(c[0], d[0]) < Math.min(a[0], b[0])) return false
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1])) return false
  return (
    Math.sign(turn(a, b, c)) * Math.sign(turn(a, b, d)) <= 0 && Math.sign(turn(c, d, a)) * Math.sign(turn(c, d, b)) <= 0
  )
}

/** Above 0: the third point is left of the line from the first to the second; 0: on the line. */
function turn(from: GeoPoint, to: GeoPoint, point: GeoPoint): number {
  return (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0])
}

/** For points on one line. */
function isBetween(from: GeoPoint, to: GeoPoint, [longitude, latitude]: GeoPoint): boolean {
  return (
    longitude >= Math.min(from[0], to[0]) &&
    longitude <= Math.max(from[0], to[0]) &&
    latitude >= Math.min(from[1], to[1]) &&
    latitude <= Math.max(from[1], to[1])
  )
}
