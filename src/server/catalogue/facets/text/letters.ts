/** Letters of a word as bits, so that words that cannot be near are ruled out without comparing them. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let index = 0; index < word.length; index += 1) letters |= 1 << bitOf(word.charCodeAt(index))
  return letters >>> 0
}

/** 32 letters of Russian without ё, one bit each; Latin letters share them. */
function bitOf(unit: number): number {
  return (unit >= 0x430 ? unit - 0x430 : unit - 0x61) & 31
}
