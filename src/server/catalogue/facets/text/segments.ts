const lastClassed = 0x044f
const [none, digit, letter, timesSign] = [0, 1, 2, 3]
const space = 0x20
const asterisk = 0x2a
/** For ASCII and Russian letters; other letters and digits never end a segment. A missed boundary costs only time. */
const classes = Uint8Array.from({ length: lastClassed + 1 }, (_, unit) => {
  const character = String.fromCharCode(unit)
  if (/[xхXХ]/.test(character)) return timesSign
  if (/[a-zа-я]/i.test(character)) return letter
  return /\d/.test(character) ? digit : none
})

/**
 * End of the segment of a name that begins at `from`: after a space that no token crosses (tokens.ts), or the end of
 * the name. Segments tokenised one by one give the tokens of the whole. A number may continue after a space ('12 В', '1
 * 1/2', '3 х 5', '30 мм х 5').
 */
export function segmentEnd(text: string, from: number): number {
  for (let at = text.indexOf(' ', from + 1); at >= 0; at = text.indexOf(' ', at + 1)) {
    if (endsWord(text, from, at) && !mayMultiply(text, at + 1)) return at + 1
  }
  return text.length
}

function endsWord(text: string, from: number, end: number): boolean {
  const last = classAt(text, end - 1)
  if (last === letter) return true
  if (last === none) return false
  let start = end - 1
  while (start > from && classAt(text, start - 1) !== none) start -= 1
  // The character before may be a letter of another alphabet.
  if (start > 0 && text.charCodeAt(start - 1) > 0x7e) return false
  return isLetter(text, start) && isLetter(text, start + 1) && isLetter(text, start + 2)
}

/** '30 мм х 5': the sign, or another space before it. */
function mayMultiply(text: string, at: number): boolean {
  const next = text.charCodeAt(at)
  if (next === asterisk || next <= space) return true
  return classAt(text, at) === timesSign && !isLetter(text, at + 1)
}

function isLetter(text: string, at: number): boolean {
  return classAt(text, at) >= letter
}

function classAt(text: string, at: number): number {
  return classes[text.charCodeAt(at)] ?? none
}
