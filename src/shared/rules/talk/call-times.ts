/** When a person wants to be called back. */
export const callTimes = {
  now: 'Сейчас',
  hour: 'Через час',
  afternoon: 'С 14 до 18',
  tomorrow: 'Завтра утром',
} as const

export type CallTime = keyof typeof callTimes
