import { findString, readString } from '../string-pool.ts'
import { editDistance } from './edit-distance.ts'
import { isLatinWord, skeletonOf, pronunciationsOf } from './sound.ts'
import type { TextIndex } from './text-index.ts'

const maxMatches = 30

/** Words of the other alphabet with the same sound; with enough consonants the vowels may differ a little. */
export function wordsSoundingLike(
  { words, sounds, wordsOfSound }: Pick<TextIndex, 'words' | 'sounds' | 'wordsOfSound'>,
  text: string,
): number[] {
  const latin = isLatinWord(text)
  const matches = new Set<number>()
  for (const sound of pronunciationsOf(text)) {
    const skeleton = skeletonOf(sound)
    const index = findString(sounds, skeleton)
    if (index < 0 || sound.length < 2) continue
    const max = skeleton.length < 3 ? 0 : skeleton.length < 4 ? 1 : 2
    for (const word of wordsOfSound.values.subarray(wordsOfSound.starts[index], wordsOfSound.starts[index + 1])) {
      const other = readString(words, word)
      if (
        isLatinWord(other) !== latin &&
        pronunciationsOf(other).some((otherSound) => editDistance(sound, otherSound, max) <= max)
      )
        matches.add(word)
      if (matches.size >= maxMatches) return [...matches]
    }
  }
  return [...matches]
}
