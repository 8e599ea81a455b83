import { polygonError, type GeoPoint } from './polygon.ts'

type Zone = {
  header: string
  polygon: readonly GeoPoint[]
  weekdays: readonly number[]
  freeFromKopecks: number | null | undefined
}

/** Days of the week from 1, Monday; of the first five one at least has to be driven. */
const lastWorkingDay = 5

/** What is wrong with a zone of delivery, by field of the call, in Russian; empty where nothing is. */
export function zoneErrors({ header, polygon, weekdays, freeFromKopecks }: Zone): Record<string, string> {
  const fault = polygonError(polygon)
  return {
    ...(header.trim() === '' ? { header: 'Укажите название зоны' } : {}),
    ...(fault === undefined ? {} : { polygon: fault }),
    ...(weekdays.some((day) => day <= lastWorkingDay) ? {} : { weekdays: 'Выберите хотя бы один будний день' }),
    ...(freeFromKopecks === 0 ? { free_from: 'Укажите сумму больше нуля или оставьте поле пустым' } : {}),
  }
}
