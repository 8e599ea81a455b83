/** Terminals whose town starts with the typed text; if none, those whose town or address contains it. */
export function terminalsIn<Terminal extends { city: string; header: string }>(
  terminals: readonly Terminal[],
  wanted: string,
): Terminal[] {
  const text = normalized(wanted)
  const inTown = terminals.filter(({ city }) => normalized(city).startsWith(text))
  return inTown.length > 0
    ? inTown
    : terminals.filter(({ city, header }) => normalized(`${city} ${header}`).includes(text))
}

function normalized(text: string): string {
  return text.trim().toLowerCase().replaceAll('ё', 'е')
}
