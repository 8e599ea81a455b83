/** Terminals whose town begins with what is typed; without such, those whose town or address holds it. */
export function terminalsIn<Terminal extends { city: string; header: string }>(terminals: readonly Terminal[], wanted: string): Terminal[] {
  const text = folded(wanted)
  const inTown = terminals.filter(({ city }) => folded(city).startsWith(text))
  return inTown.length > 0 ? inTown : terminals.filter(({ city, header }) => folded(`${city} ${header}`).includes(text))
}

function folded(text: string): string {
  return text.trim().toLowerCase().replaceAll('ё', 'е')
}
