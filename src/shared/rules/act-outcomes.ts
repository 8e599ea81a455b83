/** Outcomes of matching the lines of two ledgers, with their labels on the screen and in documents. */
export const matchOutcomes = {
  same: { label: 'совпало', isDifference: false, needsAnswer: false },
  /** Listed, but not a difference: dates a few days apart in one period, or a sum posted in parts. */
  note: { label: 'примечание', isDifference: false, needsAnswer: false },
  /** The balances agree, so no answer is required. */
  date: { label: 'дата', isDifference: true, needsAnswer: false },
  sum: { label: 'сумма', isDifference: true, needsAnswer: true },
  side: { label: 'сторона', isDifference: true, needsAnswer: true },
  absentTheirs: { label: 'нет у вас', isDifference: true, needsAnswer: true },
  absentOurs: { label: 'нет у нас', isDifference: true, needsAnswer: true },
} as const
export type MatchOutcome = keyof typeof matchOutcomes

export function isDifference(outcome: MatchOutcome): boolean {
  return matchOutcomes[outcome].isDifference
}
