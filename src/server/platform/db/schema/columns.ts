import { bigint, integer, timestamp } from 'drizzle-orm/pg-core'

/** Integer kopecks. */
export const kopecks = (name: string) => bigint(name, { mode: 'number' })
/** Integer thousandths of the product's unit. */
export const milli = (name: string) => bigint(name, { mode: 'number' })
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const identity = () => integer('id').primaryKey().generatedAlwaysAsIdentity()
