/**
 * Text of a file that does not say its encoding: UTF-16 by its mark, UTF-8 (also with a few broken letters, as where a file
 * was cut off), else windows-1251. Text that somebody has encoded twice is mended.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const text = strictUtf8(bytes) ?? brokenUtf8(bytes) ?? new TextDecoder('windows-1251').decode(bytes)
  return mended(text)
}

const alphabets = ['windows-1252', 'windows-1251'] as const

/**
 * 'ÐÑÐ°Ð¹Ñ' and 'РџСЂР°Р№СЃ' → 'Прайс': UTF-8 that was read as a one-byte alphabet and written again. Text that is
 * not of this kind stays as it is.
 */
export function mended(text: string): string {
  const head = text.slice(0, 4000)
  for (const alphabet of alphabets) {
    const lead = alphabet === 'windows-1252' ? /[ÐÑ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/g : /[РС][\u0400-\u040f\u0450-\u045f\u0490\u0491\u00a0-\u00bb\u2013-\u203a\u20ac\u2116\u2122]/g
    const marks = head.match(lead)?.length ?? 0
    const letters = head.match(/[^\x20-\x7e\s]/g)?.length ?? 0
    if (marks < 2 || marks * 2 < letters * 0.4) continue
    const again = strictUtf8(encodedIn(alphabet, text))
    if (again !== undefined) return again
  }
  return text
}

function strictUtf8(bytes: Uint8Array | undefined): string | undefined {
  if (!bytes) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Letters of two bytes and more come together by chance in no other encoding: where most are whole, the others are broken. */
function brokenUtf8(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('utf-8').decode(bytes)
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const whole = text.match(/[\u0400-\u04ff]/g)?.length ?? 0
  return whole > broken * 20 ? text : undefined
}

/** Undefined where the alphabet lacks a character. */
function encodedIn(alphabet: (typeof alphabets)[number], text: string): Uint8Array | undefined {
  const decoder = new TextDecoder(alphabet)
  const codes = new Map<string, number>(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]))
  const bytes = new Uint8Array(text.length)
  let length = 0
  for (const character of text) {
    const code = codes.get(character) ?? (character.charCodeAt(0) < 256 ? character.charCodeAt(0) : undefined)
    if (code === undefined) return undefined
    bytes[length] = code
    length += 1
  }
  return bytes.subarray(0, length)
}
