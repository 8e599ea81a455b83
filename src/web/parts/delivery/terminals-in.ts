/** Terminals whose town begins with what is typed; without such, those whose town or address holds it. */
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
