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
const least = 2

/** A sum of numbers written out, to be read by people and by what reads to them. */
export function makeSum(): { question: string; answer: string } {
  const [one, other] = [randomInt(numbers.length), randomInt(numbers.length)]
  return {
    question: `Сколько будет ${numbers[one]} плюс ${numbers[other]}?`,
    answer: String(one + other + 2 * least),
  }
}
