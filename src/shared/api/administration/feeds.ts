/** What 1C can send besides CommerceML. The feeds themselves are sent under 1C's own sign-in, as `/1c-exchange` is. */
import * as z from 'zod/mini'
import { fileEndpoint } from '../endpoint.ts'
import { nothing } from '../wire.ts'

/** Where 1C speaks CommerceML: one address for all of its protocol. */
export const exchangeAddress = '/1c-exchange'
export const feedsAddress = `${exchangeAddress}/feeds` as const

export const listFeeds = fileEndpoint({
  verb: 'GET',
  path: feedsAddress,
  right: 'public',
  withoutSession: true,
  summary: 'The feeds, whether each may be full, and where its schema is',
  input: nothing,
  answers: ['application/json'],
})

export const readFeedSchema = fileEndpoint({
  verb: 'GET',
  path: `${feedsAddress}/:name/schema`,
  right: 'public',
  withoutSession: true,
  summary: 'The JSON schema of a line of the feed',
  input: z.object({ name: z.string().check(z.maxLength(100)) }),
  answers: ['application/schema+json'],
})
