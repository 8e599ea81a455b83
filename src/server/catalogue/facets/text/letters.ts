/** Letters of a word as a bit mask, to rule out distant words without comparing them. */
export function letterCountOf(word: string): number {
  let letters = 0
  for (let index = 0; index < word.length; index += 1) letters |= 1 << bitOf(word.charCodeAt(index))
  return letters >>> 0
}

/** 32 Russian letters without ё, one bit each; Latin letters share them. */
function bitOf(unit: number): number {
  return (unit >= 0x430 ? unit - 0x430 : unit - 0x61) & 31
}
