import { requestedMilli } from './money.ts'

/**
 * Quantity rules of a product line (specification §5, product.md §3), the same on both sides.
 * All quantities are integer thousandths. `stepMilli` is the multiplicity (1000 without one).
 */
export type StepRule = { stepMilli: number; decimals: Decimals }
export type QuantityRule = StepRule & { availableMilli: number }

/**
 * 2 for goods sold by kg without a multiplicity: their steppers use the step, while a typed quantity is rounded to
 * 0.01. Otherwise 0.
 */
export type Decimals = 0 | 2

export type FittedQuantity = { quantityMilli: number; note: 'rounded' | 'capped' | undefined }

const hundredth = 10

export function isByHundredths({ decimals }: Pick<StepRule, 'decimals'>): boolean {
  return decimals === 2
}

/** The unit that every orderable quantity is a multiple of. */
export function multipleOf(rule: StepRule): number {
  return isByHundredths(rule) ? hundredth : rule.stepMilli
}

/** Initial value of a quantity field: one step, or 0 when no step can be ordered [V.4]. */
export function initialQuantity(stepMilli: number, availableForOrderMilli: number): number {
  const oneStep = multiple(1, stepMilli)
  return Math.max(oneStep, stepMilli) > availableForOrderMilli ? 0 : oneStep
}

/**
 * Orderable quantity over several warehouses: the largest orderable quantity of each, summed; parts of a step do not
 * add up.
 */
export function availableForOrder(stocksMilli: readonly number[], rule: StepRule): number {
  return stocksMilli.reduce((sum, availableMilli) => sum + maxOrderable({ ...rule, availableMilli }), 0)
}

/** One step more, unless that exceeds the available quantity [V.5]. */
export function stepUp(quantityMilli: number, rule: QuantityRule): number {
  const next = isByHundredths(rule)
    ? quantityMilli + rule.stepMilli
    : multiple(stepsIn(quantityMilli, rule.stepMilli) + 1, rule.stepMilli)
  return next > rule.availableMilli ? quantityMilli : next
}

/** One step less, at least one step; 0 stays 0, and a typed quantity in kg below one step stays [V.5]. */
export function stepDown(quantityMilli: number, rule: QuantityRule): number {
  const oneStep = multiple(1, rule.stepMilli)
  if (quantityMilli <= oneStep) return quantityMilli
  const next = isByHundredths(rule)
    ? quantityMilli - rule.stepMilli
    : multiple(stepsUp(quantityMilli, rule.stepMilli) - 1, rule.stepMilli)
  return Math.max(next, oneStep)
}

/**
 * Makes a typed quantity orderable [V.6, V.7]: drops the sign, turns 0 into one step, rounds up to a multiple of the
 * step and caps at the largest multiple not above the available quantity (0 if there is none).
 */
export function fitQuantity(typedMilli: number, rule: QuantityRule): FittedQuantity {
  const targetMilli = Math.abs(typedMilli) || multiple(1, rule.stepMilli)
  const rounded = roundToOrderable(targetMilli, rule)
  const max = maxOrderable(rule)
  if (rounded > max) return { quantityMilli: max, note: 'capped' }
  return { quantityMilli: rounded, note: rounded === targetMilli ? undefined : 'rounded' }
}

/** The largest orderable quantity within the available one. */
export function maxOrderable(rule: QuantityRule): number {
  const { stepMilli, availableMilli } = rule
  if (availableMilli <= 0) return 0
  if (isByHundredths(rule)) return Math.floor(availableMilli / hundredth) * hundredth
  const steps = Math.floor(availableMilli / stepMilli) + 1
  const above = multiple(steps, stepMilli)
  return above <= availableMilli ? above : lowerMultiple(steps - 1, stepMilli, availableMilli)
}

/** Whether the rule allows a quantity. */
export function isMultiple(quantityMilli: number, rule: StepRule): boolean {
  return quantityMilli > 0 && roundToOrderable(quantityMilli, rule) === quantityMilli
}

/** Rounds a positive quantity up, regardless of stock: to the step, or to 0.01 for goods by kg. */
export function roundToOrderable(targetMilli: number, rule: StepRule): number {
  if (isByHundredths(rule)) return Math.max(hundredth, Math.round(targetMilli / hundredth) * hundredth)
  return multiple(stepsUp(targetMilli, rule.stepMilli), rule.stepMilli)
}

/**
 * Text of a quantity field → number: comma or point, leading zeros and sign dropped; undefined when empty or not a
 * number [V.7].
 */
export function parseQuantityInput(text: string): number | undefined {
  const cleaned = text.replace(/[\s\u00a0]/g, '').replace(',', '.')
  if (!/^[+-]?(\d{1,9}(\.\d*)?|\.\d+)$/.test(cleaned)) return undefined
  return requestedMilli(Number(cleaned))
}

/** Steps needed to reach a quantity; a rounded multiple counts as reached. */
function stepsUp(quantityMilli: number, stepMilli: number): number {
  const nearest = Math.max(1, Math.round(exactSteps(quantityMilli, stepMilli)))
  if (multiple(nearest, stepMilli) === quantityMilli) return nearest
  return Math.max(1, Math.ceil(exactSteps(quantityMilli, stepMilli)))
}

function stepsIn(quantityMilli: number, stepMilli: number): number {
  const nearest = Math.round(exactSteps(quantityMilli, stepMilli))
  return multiple(nearest, stepMilli) === quantityMilli ? nearest : Math.floor(exactSteps(quantityMilli, stepMilli))
}

function exactSteps(quantityMilli: number, stepMilli: number): number {
  return quantityMilli / stepMilli
}

/** n steps; for a step finer than 0.01 (fractional goods by kg) rounded to 0.01. */
function multiple(steps: number, stepMilli: number): number {
  const exact = steps * stepMilli
  return stepMilli % hundredth === 0 ? exact : Math.round(exact / hundredth) * hundredth
}

function lowerMultiple(steps: number, stepMilli: number, availableMilli: number): number {
  let left = steps
  while (left > 0 && multiple(left, stepMilli) > availableMilli) left -= 1
  return multiple(left, stepMilli)
}
