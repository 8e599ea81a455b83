import { countingUnits, isSameWord, type Word } from './words.ts'

const noun = /^[а-я]{3,}$/
const adjective = /(?:ый|ий|ой|ая|яя|ое|ее|ые|ие|ого|его|ому|ему|ых|их|ую|юю|ым|им|ыми|ими)$/
/** 'крепление', 'покрытие' */
const nounLikeAdjective = /(?:[нтлд]ие|ский)$/

/**
 * Whether a name is of another kind of thing than a good's names: 'Аккумулятор для шлифмашины' and 'Ремень
 * шлифмашины' are not a 'Шлифмашина аккумуляторная'. False for a name without a noun.
 */
export function isDifferentKind(given: readonly Word[], names: readonly (readonly Word[])[]): boolean {
  const [head] = nounsOf(given)
  const own = names.map(nounsOf).filter((nouns) => nouns.length > 0)
  if (head === undefined || own.length === 0) return false
  return !own.some((nouns) => {
    if (!nouns.some((word) => isSameWord(word, head))) return false
    const heads = nouns.filter((_, index) => index === 0 || nouns.slice(1, index + 1).every((each) => each.isJoined))
    return given.some((word) => !word.isAfterPreposition && heads.some((each) => isSameWord(word, each)))
  })
}

/** The noun that says what a thing is: 'шуруповёрт' in 'макита ddf485 шуруповёрт'. */
export function headNounOf(words: readonly Word[], isBrand: (word: string) => boolean): Word | undefined {
  return nounsOf(words).find(({ shown }) => !isBrand(shown))
}

/** Nouns before the first preposition. */
function nounsOf(words: readonly Word[]): Word[] {
  return words.filter(
    ({ shown, isAfterPreposition, isAbbreviated, isNumber }) =>
      !isAfterPreposition &&
      !isAbbreviated &&
      !isNumber &&
      noun.test(shown) &&
      !countingUnits.test(shown) &&
      (!adjective.test(shown) || nounLikeAdjective.test(shown)),
  )
}
