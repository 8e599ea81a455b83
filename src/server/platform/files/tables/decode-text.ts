/**
 * Decodes text of unknown encoding: UTF-16 (also without BOM), UTF-8 (also with a few broken letters, as in a truncated
 * file), else the one-byte alphabet that gives Russian: windows-1251, cp866 of MS-DOS, KOI8. Repairs doubly encoded
 * text.
 */
export function decodeText(bytes: Uint8Array): string {
  const wide = utf16Of(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  return repairMojibake(strictUtf8(bytes) ?? brokenUtf8(bytes) ?? oneByteText(bytes))
}

/** UTF-16 by its mark or by its every other byte: 00 of Latin letters and digits, 04 of Cyrillic ones. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 4096)
  const pairs = Math.floor(head.length / 2)
  const count = (from: number, meant: readonly number[]) =>
    head.reduce((sum, byte, at) => sum + Number(at % 2 === from && meant.includes(byte)), 0)
  for (const [from, alphabet] of [
    [1, 'utf-16le'],
    [0, 'utf-16be'],
  ] as const) {
    if (
      pairs >= 4 &&
      count(from, [0]) > 0 &&
      count(from, [0, 4, 0x20, 0x21]) > pairs * 0.95 &&
      count(1 - from, [0]) === 0
    )
      return alphabet
  }
  return undefined
}

const alphabets = ['windows-1252', 'windows-1251'] as const

/**
 * 'ÐÑÐ°Ð¹Ñ' and 'РџСЂР°Р№СЃ' → 'Прайс': UTF-8 that was read as a one-byte alphabet and written again. Text that is
 * not of this kind stays as it is.
 */
export function repairMojibake(text: string): string {
  const head = text.slice(0, 4000)
  for (const alphabet of alphabets) {
    const lead =
      alphabet === 'windows-1252'
        ? /[ÐÑ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/g
        : /[РС][\u0400-\u040f\u0450-\u045f\u0490\u0491\u00a0-\u00bb\u2013-\u203a\u20ac\u2116\u2122]/g
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

/**
 * Letters of two bytes and more come together by chance in no other encoding: where most are whole, the others are
 * broken.
 */
function brokenUtf8(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('utf-8').decode(bytes)
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const whole = text.match(/[\u0400-\u04ff]/g)?.length ?? 0
  return whole > broken * 20 ? text : undefined
}

/** Ordered by how often they are met. */
const russianAlphabets = ['windows-1251', 'ibm866', 'koi8-r'] as const

function oneByteText(bytes: Uint8Array): string {
  const head = bytes.subarray(0, 20_000)
  const [best = russianAlphabets[0]] = russianAlphabets.toSorted(
    (a, b) => russianness(new TextDecoder(b).decode(head)) - russianness(new TextDecoder(a).decode(head)),
  )
  return new TextDecoder(best).decode(bytes)
}

/** Common letters count for an alphabet; rare ones, capitals after small letters and unusual signs against it. */
function russianness(text: string): number {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const strange = count(/[^\s\x20-\x7eА-яЁё№«»–—…“”„‘’°±²³·•×\u00ad€©®™]/g)
  return count(/[оеаинтсрвлкмдпу]/gi) - count(/[ъфщэюхцжш]/gi) - 2 * count(/[а-яё][А-ЯЁ]/g) - 3 * strange
}

/** Undefined where the alphabet lacks a character. */
function encodedIn(alphabet: (typeof alphabets)[number], text: string): Uint8Array | undefined {
  const decoder = new TextDecoder(alphabet)
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
