/** Web Mercator (EPSG:3857), the projection of tile servers: the world as a square of side 1, y downwards. */
import type { GeoPoint } from './polygon.ts'

export type WorldPoint = { x: number; y: number }

const earthRoundMetres = 40_075_016.686

/** Degrees → the unit square: x grows from 180° west eastwards, y from 85.05° north southwards. */
export function toWorld([longitude, latitude]: GeoPoint): WorldPoint {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

/** The unit square → degrees. */
export function fromWorld({ x, y }: WorldPoint): GeoPoint {
  return [(x - 0.5) * 360, (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI]
}

/** Metres on the ground per unit of the square at height `y`; fewer towards the poles. */
export function metresPerUnit(y: number): number {
  return earthRoundMetres * Math.cos((fromWorld({ x: 0, y })[1] * Math.PI) / 180)
}
