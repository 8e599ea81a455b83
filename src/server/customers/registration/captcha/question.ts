import { randomInt } from 'node:crypto'
import { numbersBelowTwenty } from '#shared/rules/words/numbers.ts'

export type Question = { question: string; answer: string }

const terms = { min: 2, max: 29 }
const things = ['лампа', 'кабель', 'дрель', 'краска', 'насос', 'плитка', 'замок', 'фильтр', 'лестница', 'розетка']
const listed = 7

const kinds = [addition, subtraction, position] as const

/** A question in words, to be answered in digits; a screen reader reads it like any text. */
export function makeQuestion(): Question {
  return (kinds[randomInt(kinds.length)] ?? addition)()
}

function addition(): Question {
  const [one, other] = [makeTerm(), makeTerm()]
  return { question: `Сколько будет ${inWords(one)} плюс ${inWords(other)}?`, answer: String(one + other) }
}

function subtraction(): Question {
  const [less, difference] = [makeTerm(), makeTerm()]
  const question = `Сколько будет ${inWords(less + difference)} минус ${inWords(less)}?`
  return { question, answer: String(difference) }
}

function position(): Question {
  const row = shuffled(things).slice(0, listed)
  const index = randomInt(row.length)
  return {
    question: `Каким по счёту названо слово «${row[index]}»: ${row.join(', ')}? Ответьте цифрой`,
    answer: String(index + 1),
  }
}

const makeTerm = () => randomInt(terms.min, terms.max + 1)

const tens = ['', '', 'двадцать', 'тридцать', 'сорок', 'пятьдесят']

/** From 2 to 58. */
function inWords(number: number): string {
  if (number < 20) return numbersBelowTwenty[number] ?? ''
  return `${tens[Math.floor(number / 10)]} ${numbersBelowTwenty[number % 10]}`.trim()
}

function shuffled(words: readonly string[]): string[] {
  return words
    .map((word) => ({ word, at: randomInt(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ word }) => word)
}
