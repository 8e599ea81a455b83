/** Assigns an index to each distinct text, in order of first occurrence. */
export class StringInterner {
  readonly #indexes = new Map<string, number>()

  constructor(texts: readonly string[] = []) {
    for (const text of texts) this.indexOf(text)
  }

  indexOf(text: string): number {
    const known = this.#indexes.get(text)
    if (known !== undefined) return known
    this.#indexes.set(text, this.#indexes.size)
    return this.#indexes.size - 1
  }

  values(): string[] {
    return [...this.#indexes.keys()]
  }
}
