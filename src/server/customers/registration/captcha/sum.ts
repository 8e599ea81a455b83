import { randomInt } from 'node:crypto'
import { numbersBelowTwenty } from '#shared/rules/words/numbers.ts'

const minTerm = 2
const terms = numbersBelowTwenty.slice(minTerm)

/** A sum in words, also readable for screen readers. */
export function makeSum(): { question: string; answer: string } {
  const [one, other] = [randomInt(terms.length), randomInt(terms.length)]
  return {
    question: `Сколько будет ${terms[one]} плюс ${terms[other]}?`,
    answer: String(one + other + 2 * minTerm),
  }
}
