/** Positions of 1C's links start here, after all links of staff. */
export const firstPositionOf1c = 1000
