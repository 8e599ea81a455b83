import { polygonError, type GeoPoint } from './polygon.ts'

type Zone = {
  header: string
  polygon: readonly GeoPoint[]
  weekdays: readonly number[]
  freeFromKopecks: number | null | undefined
}

/** Weekdays from 1, Monday; a zone needs at least one of the first five. */
const lastWorkingDay = 5

/** Errors of a delivery zone by field, in Russian; empty when valid. */
export function zoneErrors({ header, polygon, weekdays, freeFromKopecks }: Zone): Record<string, string> {
  const error = polygonError(polygon)
  return {
    ...(header.trim() === '' ? { header: 'Укажите название зоны' } : {}),
    ...(error === undefined ? {} : { polygon: error }),
    ...(weekdays.some((day) => day <= lastWorkingDay) ? {} : { weekdays: 'Выберите хотя бы один будний день' }),
    ...(freeFromKopecks === 0 ? { free_from: 'Укажите сумму больше нуля или оставьте поле пустым' } : {}),
  }
}
