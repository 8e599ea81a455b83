/** Whether a text contains every word of a query, in any case and order, ё as е; an empty query matches all. */
export function matchesAllWords(text: string, query: string): boolean {
  const haystack = normalized(text)
  return normalized(query)
    .split(/\s+/)
    .every((word) => haystack.includes(word))
}

function normalized(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е')
}
