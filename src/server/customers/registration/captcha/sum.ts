import { randomInt } from 'node:crypto'

const numbers = [
  'два',
  'три',
  'четыре',
  'пять',
  'шесть',
  'семь',
  'восемь',
  'девять',
  'десять',
  'одиннадцать',
  'двенадцать',
  'тринадцать',
  'четырнадцать',
  'пятнадцать',
  'шестнадцать',
  'семнадцать',
  'восемнадцать',
  'девятнадцать',
]
const minTotal = 2

/** A sum in words, also readable for screen readers. */
export function makeSum(): { question: string; answer: string } {
  const [one, other] = [randomInt(numbers.length), randomInt(numbers.length)]
  return {
    question: `Сколько будет ${numbers[one]} плюс ${numbers[other]}?`,
    answer: String(one + other + 2 * minTotal),
  }
}
