import type { Word } from './words.ts'

/** Units of one kind, by how many of the smallest they are. */
const scales: Readonly<Record<string, readonly [kind: string, factor: number]>> = {
  мм: ['length', 1],
  см: ['length', 10],
  м: ['length', 1000],
  г: ['weight', 1],
  кг: ['weight', 1000],
  т: ['weight', 1_000_000],
  мл: ['volume', 1],
  л: ['volume', 1000],
  вт: ['power', 1],
  квт: ['power', 1000],
}

/** What kind of measure a unit is of; the unit itself where no other measures the same. */
export function measureKind(unit: string): string {
  return scales[unit]?.[0] ?? unit
}

/** Whether two numbers with units measure the same thing alike: 0,6 кг and 600 г. */
export function isSameMeasure(one: Word, other: Word): boolean {
  const [oneFactor, otherFactor] = [scales[one.unit]?.[1] ?? 1, scales[other.unit]?.[1] ?? 1]
  const difference = Number(one.text) * oneFactor - Number(other.text) * otherFactor
  return measureKind(one.unit) === measureKind(other.unit) && Math.abs(difference) < 1e-6
}
