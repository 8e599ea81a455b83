/** Whether a text holds every word of a query, in any case and order, ё as е; an empty query is held by all. */
export function holdsWords(text: string, query: string): boolean {
  const held = folded(text)
  return folded(query).split(/\s+/).every((word) => held.includes(word))
}

function folded(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е')
}
