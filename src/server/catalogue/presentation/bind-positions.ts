/** Goods that 1C links come after all that staff have linked. */
export const firstPositionOf1c = 1000
