/** The account's own marks of a product: laid over an answer that all accounts of a contract view share. */
export type Marks = { favourite: boolean; need: boolean; inBasketMilli: number }

/** A serialised answer with room for the marks of each row. */
export type Answer = { body: Buffer; productIds: Uint32Array; marksAt: Uint32Array }

/** JSON allows spaces: every field has a fixed width and is written over in place. */
const quantityWidth = 14
export const noMarks = marksJson({ favourite: false, need: false, inBasketMilli: 0 })

/**
 * The answer for one account, with its marks over `own`: a copy, or the shared body itself when nothing else uses it.
 * Without marked rows the shared body.
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
