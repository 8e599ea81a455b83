import type { Good } from '#server/doors/demo/catalogue/good.ts'
import { randomFor, type Random } from '#server/doors/demo/random.ts'
import type { JudgedQuery } from './judged-set.ts'
import { inOtherLayout } from './spellings.ts'

/**
 * Names of random goods with random damage, on which the search was never tuned. Only goods of that exact name are
 * relevant.
 */
export function damagedNames(goods: readonly Good[], seed: number, count: number): JudgedQuery[] {
  return Array.from({ length: count }, (_, n) => {
    const random = randomFor(seed, `damaged ${n}`)
    const { name } = random.pick(goods)
    const kind = random.pick(Object.keys(damages))
    return { kind, query: damages[kind]?.(name, random) ?? name, isRelevant: (good) => good.name === name }
  })
}

const damages: Record<string, (name: string, random: Random) => string> = {
  'letter dropped': (name, random) => atLetter(name, random, () => ''),
  'letters swapped': (name, random) => {
    const at = random.pick(lettersOf(name).filter((index) => /\p{L}/u.test(name[index + 1] ?? '')))
    return `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}`
  },
  'letter replaced': (name, random) => atLetter(name, random, () => random.pick(Array.from('аеиоускнрлтм'))),
  'two letters damaged': (name, random) =>
    atLetter(
      atLetter(name, random, () => ''),
      random,
      () => random.pick(Array.from('аеиоускнрлтм')),
    ),
  'words in the other layout': (name, random) =>
    name
      .split(' ')
      .map((word) => (random.chance(0.4) ? inOtherLayout(word) : word))
      .join(' '),
  'letters in any case': (name, random) =>
    Array.from(name, (letter) => (random.chance(0.5) ? letter.toUpperCase() : letter.toLowerCase())).join(''),
  'a word left out': (name, random) => {
    const words = name.split(' ')
    return words.toSpliced(random.integer(0, words.length - 1), 1).join(' ')
  },
}

function atLetter(name: string, random: Random, change: () => string): string {
  const at = random.pick(lettersOf(name))
  return `${name.slice(0, at)}${change()}${name.slice(at + 1)}`
}

function lettersOf(name: string): number[] {
  return [...name.matchAll(/\p{L}/gu)].map(({ index }) => index)
}
