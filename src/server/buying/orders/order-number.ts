import { sql } from 'drizzle-orm'

/** The next number of an order, '0000-000021': ASCII, the width of 1C's column, counted over the years. */
export const nextOrderNumber = sql`(
  select lpad((n / 1000000)::text, 4, '0') || '-' || lpad((n % 1000000)::text, 6, '0')
  from (select nextval('order_numbers') as n) next)`
