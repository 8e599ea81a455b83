import { findString, readString } from '../string-pool.ts'
import { editDistance } from './edit-distance.ts'
import { isLatinWord, skeletonOf, pronunciationsOf } from './sound.ts'
import type { TextIndex } from './text-index.ts'

const maxAlike = 30

/**
 * Words of the other alphabet that sound like this one; their vowels may differ a little where there are consonants
 * enough.
 */
export function wordsSoundingLike(
  { words, sounds, wordsOfSound }: Pick<TextIndex, 'words' | 'sounds' | 'wordsOfSound'>,
  text: string,
): number[] {
  const latin = isLatinWord(text)
  const alike = new Set<number>()
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
        alike.add(word)
      if (alike.size >= maxAlike) return [...alike]
    }
  }
  return [...alike]
}
