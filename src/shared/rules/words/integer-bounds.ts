type Bounds = { min: number; max: number }

/** 'целое число от 1 до 30' */
export const integerBoundsText = ({ min, max }: Bounds): string => `целое число от ${min} до ${max}`

/** The error of a field. */
export const integerBoundsError = ({ min, max }: Bounds): string => `Целое число от ${min} до ${max}`
