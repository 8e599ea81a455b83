/** Terminals whose town starts with the typed text; if none, those whose town or address contains it. */
export function findTerminals<Terminal extends { city: string; header: string }>(
  terminals: readonly Terminal[],
  query: string,
): Terminal[] {
  const text = normalized(query)
  const inTown = terminals.filter(({ city }) => normalized(city).startsWith(text))
  return inTown.length > 0
    ? inTown
    : terminals.filter(({ city, header }) => normalized(`${city} ${header}`).includes(text))
}

function normalized(text: string): string {
  return text.trim().toLowerCase().replaceAll('ё', 'е')
}
