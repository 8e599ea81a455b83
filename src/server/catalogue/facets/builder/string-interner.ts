/** Distinct texts, each with the place that it got when it first came. */
export class StringInterner {
  readonly #places = new Map<string, number>()

  constructor(texts: readonly string[] = []) {
    for (const text of texts) this.placeOf(text)
  }

  placeOf(text: string): number {
    const known = this.#places.get(text)
    if (known !== undefined) return known
    this.#places.set(text, this.#places.size)
    return this.#places.size - 1
  }

  values(): string[] {
    return [...this.#places.keys()]
  }
}
