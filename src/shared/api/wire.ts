/** Schemas shared by all calls: numbers, ids, dates and flags on the wire. */
import * as z from 'zod/mini'
import { integerBoundsError } from '../rules/words/integer-bounds.ts'

const maxWireId = 2_147_483_647

/** A positive integer, also as digits in a query string or a form. */
export const wireId = z.pipe(
  z.union([z.number(), z.pipe(z.string().check(z.trim(), z.regex(/^\d{1,10}$/)), z.transform(Number))]),
  z.number().check(z.int(), z.minimum(1), z.maximum(maxWireId)),
)

/** A whole number from 0; also as digits. */
export const wireCount = z.pipe(
  z.union([z.number(), z.pipe(z.string().check(z.trim(), z.regex(/^\d{1,10}$/)), z.transform(Number))]),
  z.number().check(z.int(), z.minimum(0), z.maximum(maxWireId)),
)

/** Also accepts digits of a form; an error names the bounds. */
export const integerBetween = ({ min, max }: { min: number; max: number }) => {
  const message = integerBoundsError({ min, max })
  return z.pipe(
    z.union([z.number(), z.string()], message),
    z.pipe(
      z.transform((given: number | string) =>
        typeof given === 'number' ? given : /^\s*\d{1,6}\s*$/.test(given) ? Number(given) : Number.NaN,
      ),
      z.int(message).check(z.minimum(min, message), z.maximum(max, message)),
    ),
  )
}

/** Roubles or units: a finite number, also as text with a point or a comma. */
export const wireNumber = z.pipe(
  z.union([
    z.number(),
    z.pipe(
      z.string().check(z.trim(), z.regex(/^[+-]?\d{1,12}([.,]\d{1,6})?$/)),
      z.transform((text) => Number(text.replace(',', '.'))),
    ),
  ]),
  z.number().check(z.minimum(-999_999_999), z.maximum(999_999_999)),
)

/** Units from 0; a value finer than the stored thousandths would be another quantity. */
export const wireQuantity = wireNumber.check(
  z.minimum(0),
  z.refine(
    (quantity) => Number.isInteger(Number((quantity * 1000).toPrecision(15))),
    'Не больше трёх знаков после запятой',
  ),
)

/** 0 or 1, true or false. */
export const wireFlag = z.pipe(
  z.union([
    z.boolean(),
    z.literal(0),
    z.literal(1),
    z.literal('0'),
    z.literal('1'),
    z.literal('true'),
    z.literal('false'),
  ]),
  z.transform((flag) => flag === true || flag === 1 || flag === '1' || flag === 'true'),
)

/** Decimal places of a typed quantity: 2 for goods by kg without a multiplicity, else 0. */
export const wireDecimals = z.literal([0, 2])

/** dd.mm.yyyy of a day that exists. */
export const wireDate = z.string().check(
  z.regex(/^\d{2}\.\d{2}\.\d{4}$/),
  z.refine((text) => {
    const [day = 0, month = 0, year = 0] = text.split('.').map(Number)
    const date = new Date(Date.UTC(year, month - 1, day))
    return year >= 2000 && year <= 2100 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  }),
)

/** Text without NUL and lone surrogates, which PostgreSQL rejects. */
export const wireText = (longest: number) =>
  z.string().check(
    z.maxLength(longest),
    z.refine((text) => !text.includes('\u0000') && text.isWellFormed()),
  )

/** An optional form field: '', 0 and null count as absent. */
export const chosen = <Value extends z.ZodMiniType>(value: Value) =>
  z.optional(
    z.pipe(
      z.union([z.literal(''), z.literal(0), z.literal('0'), z.null(), value]),
      z.transform((given) =>
        given === '' || given === 0 || given === '0' || given === null ? undefined : (given as z.output<Value>),
      ),
    ),
  )

export const success = { status: z.literal('success') }

export const pagination = z.object({
  page: z.number(),
  perpage: z.number(),
  pages: z.number(),
  total: z.number(),
})

export const nothing = z.object({})

/** An object, or its JSON text in a form field. */
export const orJson = <Value extends z.ZodMiniType>(value: Value, maxLength: number) =>
  z.union([value, z.pipe(z.pipe(wireText(maxLength), z.transform(parsedJson)), value)])

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
