/** Places of goods that 1C binds begin behind all that staff have placed. */
export const firstPositionOf1c = 1000
