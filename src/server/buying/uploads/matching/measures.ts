import type { Word } from './words.ts'

/** Kind of each unit, and its size in the smallest unit of the kind. */
const unitScales: Readonly<Record<string, readonly [kind: string, factor: number]>> = {
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

/** Kind of measure of a unit; the unit itself if no other unit has the same kind. */
export function measureKind(unit: string): string {
  return unitScales[unit]?.[0] ?? unit
}

/** Whether two numbers with units are equal: 0,6 кг and 600 г. */
export function isSameMeasure(one: Word, other: Word): boolean {
  const [oneFactor, otherFactor] = [unitScales[one.unit]?.[1] ?? 1, unitScales[other.unit]?.[1] ?? 1]
  const difference = Number(one.text) * oneFactor - Number(other.text) * otherFactor
  return measureKind(one.unit) === measureKind(other.unit) && Math.abs(difference) < 1e-6
}
