import { countingUnits, isSameWord, type Word } from './words.ts'

const noun = /^[а-я]{3,}$/
const adjective = /(?:ый|ий|ой|ая|яя|ое|ее|ые|ие|ого|его|ому|ему|ых|их|ую|юю|ым|им|ыми|ими)$/
/** 'крепление', 'покрытие' */
const nounLikeAdjective = /(?:[нтлд]ие|ский)$/

/**
 * Whether a name says that it is another thing than a good is by its names: 'Аккумулятор для шлифмашины' and 'Ремень
 * шлифмашины' are no 'Шлифмашина аккумуляторная'. A name without a noun says nothing of it.
 */
export function isOtherThing(given: readonly Word[], names: readonly (readonly Word[])[]): boolean {
  const [head] = nounsOf(given)
  const own = names.map(nounsOf).filter((nouns) => nouns.length > 0)
  if (head === undefined || own.length === 0) return false
  return !own.some((nouns) => {
    if (!nouns.some((word) => isSameWord(word, head))) return false
    const heads = nouns.filter((_, place) => place === 0 || nouns.slice(1, place + 1).every((each) => each.isJoined))
    return given.some((word) => !word.isAttached && heads.some((each) => isSameWord(word, each)))
  })
}

/** Nouns before the first preposition, what is joined to the first by a hyphen or comma beside it. */
function nounsOf(words: readonly Word[]): Word[] {
  return words.filter(
    ({ shown, isAttached, isCut, isNumber }) =>
      !isAttached &&
      !isCut &&
      !isNumber &&
      noun.test(shown) &&
      !countingUnits.test(shown) &&
      (!adjective.test(shown) || nounLikeAdjective.test(shown)),
  )
}
