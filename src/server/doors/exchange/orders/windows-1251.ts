const bytes = byCharacter()

/**
 * Encodes XML text as windows-1251, which Node can only decode. Other characters become character references, valid in
 * text and attribute values.
 */
export function encodeWindows1251(text: string): Buffer {
  const encoded: number[] = []
  for (const character of text) {
    const byte = bytes.get(character)
    if (byte === undefined) encoded.push(...Buffer.from(`&#${character.codePointAt(0)};`, 'latin1'))
    else encoded.push(byte)
  }
  return Buffer.from(encoded)
}

function byCharacter(): Map<string, number> {
  const decoded = new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return new Map(Array.from(decoded, (character, byte) => [character, byte]))
}
