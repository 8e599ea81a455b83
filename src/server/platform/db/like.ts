/** Escapes the wildcards of LIKE, so that they match literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}

/** Pattern of LIKE for texts that contain this one. */
export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`
}
