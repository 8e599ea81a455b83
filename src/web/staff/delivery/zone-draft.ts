import type { InputOf } from '#shared/api/endpoint.ts'
import type { saveDeliveryZone, StaffZone } from '#shared/api/staff/delivery.ts'
import { kopecks } from '#shared/rules/money.ts'
import type { GeoPoint } from '#shared/rules/delivery/polygon.ts'
import { zoneErrors } from '#shared/rules/delivery/zone-fields.ts'
import { parseRoublesText, formatRoublesText } from '#web/ui/forms/roubles-text.ts'

export type ZoneDraft = {
  header: string
  corners: readonly GeoPoint[]
  weekdays: readonly number[]
  price: string
  freeFrom: string
  position: string
  active: boolean
}
export type FieldErrors = Record<string, string>
type ZoneInput = InputOf<typeof saveDeliveryZone>

/** A new zone has weekday delivery and the last position. */
export function zoneDraftOf(zone: StaffZone | undefined, zones: readonly StaffZone[]): ZoneDraft {
  if (!zone)
    return {
      header: '',
      corners: [],
      weekdays: [1, 2, 3, 4, 5],
      price: '',
      freeFrom: '',
      position: String(Math.max(0, ...zones.map(({ position }) => position + 1))),
      active: true,
    }
  const { header, polygon, weekdays, price, free_from, position, active } = zone
  return {
    header,
    corners: polygon,
    weekdays,
    price: formatRoublesText(price),
    freeFrom: formatRoublesText(free_from),
    position: String(position),
    active,
  }
}

/** Input of the call, or field errors. */
export function zoneInputOf({
  header,
  corners,
  weekdays,
  price: priceText,
  freeFrom,
  position,
  active,
}: ZoneDraft): { input: ZoneInput } | { fields: FieldErrors } {
  const [price, free_from] = [parseRoublesText(priceText), parseRoublesText(freeFrom)]
  const freeFromKopecks = free_from === null || free_from === undefined ? null : kopecks(free_from)
  const fields: FieldErrors = zoneErrors({ header, polygon: corners, weekdays, freeFromKopecks })
  if (price === null) fields.price = 'Укажите цену; 0 – бесплатно'
  if (price === undefined) fields.price = 'Сумма цифрами, например 1 200'
  if (free_from === undefined) fields.free_from = 'Сумма цифрами, например 100 000'
  if (!/^\d{1,4}$/.test(position.trim())) fields.position = 'Целое число от 0'
  if (price === undefined || price === null || free_from === undefined || Object.keys(fields).length > 0)
    return { fields }
  const polygon = corners.map(([longitude, latitude]): [number, number] => [longitude, latitude])
  return {
    input: {
      header: header.trim(),
      polygon,
      weekdays: [...weekdays],
      price,
      free_from,
      position: Number(position),
      active,
    },
  }
}

/** Corners in the format of other maps: one per line, latitude first. */
export function formatCorners(corners: readonly GeoPoint[]): string {
  return corners.map(([longitude, latitude]) => `${round(latitude)}, ${round(longitude)}`).join('\n')
}

/** Parses such lines; undefined if one of them is not a pair of numbers. */
export function parseCorners(text: string): GeoPoint[] | undefined {
  const corners: GeoPoint[] = []
  for (const line of text
    .split('\n')
    .map((each) => each.trim())
    .filter(Boolean)) {
    const [, latitude, longitude] = /^\[?(-?\d+(?:\.\d+)?)[,;\s]+(-?\d+(?:\.\d+)?)\]?,?$/.exec(line) ?? []
    if (latitude === undefined || longitude === undefined) return undefined
    corners.push([Number(longitude), Number(latitude)])
  }
  return corners
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
