/**
 * Decodes text of unknown encoding: UTF-16 (also without BOM), UTF-8 (also with a few invalid sequences, as in a
 * truncated file), otherwise the most likely Cyrillic single-byte encoding. Repairs doubly encoded
 * text.
 */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = detectUtf16(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  return repairMojibake(decodeStrictUtf8(bytes) ?? decodeDamagedUtf8(bytes) ?? decodeSingleByte(bytes))
}

/** Detects UTF-16 by its BOM, or by every other byte: 00 for Latin letters and digits, 04 for Cyrillic. */
export function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 4096)
  const pairs = Math.floor(head.length / 2)
  const count = (from: number, expected: readonly number[]) =>
    head.reduce((sum, byte, index) => sum + Number(index % 2 === from && expected.includes(byte)), 0)
  for (const [from, encoding] of [
    [1, 'utf-16le'],
    [0, 'utf-16be'],
  ] as const) {
    if (
      pairs >= 4 &&
      count(from, [0]) > 0 &&
      count(from, [0, 4, 0x20, 0x21]) > pairs * 0.95 &&
      count(1 - from, [0]) === 0
    )
      return encoding
  }
  return undefined
}

const doubleEncodings = ['windows-1252', 'windows-1251'] as const

/**
 * 'ÐÑÐ°Ð¹Ñ' and 'РџСЂР°Р№СЃ' → 'Прайс': UTF-8 that was decoded as a single-byte encoding and encoded again. Other
 * text is returned unchanged.
 */
export function repairMojibake(text: string): string {
  const head = text.slice(0, 4000)
  for (const encoding of doubleEncodings) {
    const leadPattern =
      encoding === 'windows-1252'
        ? /[ÐÑ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/g
        : /[РС][\u0400-\u040f\u0450-\u045f\u0490\u0491\u00a0-\u00bb\u2013-\u203a\u20ac\u2116\u2122]/g
    const matches = head.match(leadPattern)?.length ?? 0
    const letters = head.match(/[^\x20-\x7e\s]/g)?.length ?? 0
    if (matches < 2 || matches * 2 < letters * 0.4) continue
    const repaired = decodeStrictUtf8(encodeAs(encoding, text))
    if (repaired !== undefined) return repaired
  }
  return text
}

function decodeStrictUtf8(bytes: Uint8Array | undefined): string | undefined {
  if (!bytes) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Valid multi-byte sequences are unlikely in other encodings: if most are valid, the text is UTF-8 with a few damaged
 * letters.
 */
function decodeDamagedUtf8(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('utf-8').decode(bytes)
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const whole = text.match(/[\u0400-\u04ff]/g)?.length ?? 0
  return whole > broken * 20 ? text : undefined
}

/** Most frequent first. */
const cyrillicEncodings = ['windows-1251', 'ibm866', 'koi8-r'] as const

function decodeSingleByte(bytes: Uint8Array): string {
  const head = bytes.subarray(0, 20_000)
  const [best = cyrillicEncodings[0]] = cyrillicEncodings.toSorted(
    (a, b) => russianScore(new TextDecoder(b).decode(head)) - russianScore(new TextDecoder(a).decode(head)),
  )
  return new TextDecoder(best).decode(bytes)
}

/** Likelihood of Russian: common letters add; rare ones, capitals after small letters and odd characters subtract. */
function russianScore(text: string): number {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const unusual = count(/[^\s\x20-\x7eА-яЁё№«»–—…“”„‘’°±²³·•×\u00ad€©®™]/g)
  return count(/[оеаинтсрвлкмдпу]/gi) - count(/[ъфщэюхцжш]/gi) - 2 * count(/[а-яё][А-ЯЁ]/g) - 3 * unusual
}

/** Undefined if the encoding lacks a character. */
function encodeAs(encoding: (typeof doubleEncodings)[number], text: string): Uint8Array | undefined {
  const decoder = new TextDecoder(encoding)
  const codes = new Map<string, number>(
    Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]),
  )
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
