const maxNamed = 5

/** One note for all contracts that are gone at once, such as those of a contragent. */
export function describeLostContracts(lost: readonly { number: string }[]): { title: string; text: string } {
  const numbers = lost.map(({ number }) => `№ ${number}`)
  if (numbers.length === 1)
    return {
      title: `Договор ${numbers.join('')} вам больше не доступен`,
      text: 'Его корзина, черновики и списки скрыты. Если договор вернут, вернутся и они',
    }
  const rest = numbers.length - maxNamed
  const named = numbers.slice(0, maxNamed).join(', ')
  return {
    title: `Вам больше не доступны договоры ${named}${rest > 0 ? ` и ещё ${rest}` : ''}`,
    text: 'Их корзины, черновики и списки скрыты и вернутся вместе с договорами',
  }
}
