/** The account's marks of a product. They are written over an answer shared by all accounts of a contract view. */
export type Marks = { favourite: boolean; need: boolean; inBasketMilli: number }

/** A serialised answer with blanks for the marks of each row. */
export type Answer = { body: Buffer; productIds: Uint32Array; marksAt: Uint32Array }

/** JSON allows spaces, so every mark has a fixed width and is overwritten in place. */
const quantityWidth = 14
export const noMarks = marksJson({ favourite: false, need: false, inBasketMilli: 0 })

/**
 * The answer for one account: its marks are written over `own`, a copy of the body or, if nothing else uses it, the
 * body itself. Without marked rows the shared body is returned.
 */
export function withMarks(
  { body, productIds, marksAt }: Answer,
  marks: ReadonlyMap<number, Marks>,
  own: () => Buffer,
): Buffer {
  let marked: Buffer | undefined
  for (let index = 0; index < productIds.length; index += 1) {
    const mark = marks.get(productIds[index]!)
    if (!mark) continue
    marked ??= own()
    marked.write(marksJson(mark), marksAt[index]!, 'latin1')
  }
  return marked ?? body
}

function marksJson({ favourite, need, inBasketMilli }: Marks): string {
  const quantity = String(inBasketMilli / 1000)
    .slice(0, quantityWidth)
    .padEnd(quantityWidth)
  return `"inwish":${padded(favourite)},"inneed":${padded(need)},"in_basket":${quantity}`
}

function padded(flag: boolean): string {
  return flag ? 'true ' : 'false'
}
