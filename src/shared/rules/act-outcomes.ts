/** What became of lines of two books that were matched, and how it is called on the screen and on paper. */
export const matchOutcomes = {
  same: { label: 'совпало', isDifference: false, needsAnswer: false },
  /** Told, but no difference: some days apart in one period, posted by parts. */
  note: { label: 'примечание', isDifference: false, needsAnswer: false },
  /** The balance is the same: it may stay as it is. */
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
