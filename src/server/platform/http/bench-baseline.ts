import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { nothing } from '#shared/api/wire.ts'
import { Serialised, type Api } from './api.ts'

const storeReply = endpoint({
  verb: 'POST',
  path: '/api/bench-baseline/',
  right: 'session',
  summary: 'Bench only: keep this text as the static reply',
  input: z.object({ text: z.string() }),
  reply: z.object({}),
})

const repeatReply = endpoint({
  verb: 'GET',
  path: '/api/bench-baseline/',
  right: 'session',
  summary: 'Bench only: the kept text',
  input: nothing,
  reply: z.object({}),
})

/** Baseline of the bench: the same bytes, already serialised, behind the same session check. */
export function benchBaselineRoutes({ on }: Api): void {
  let kept = Buffer.from('{}')
  on(storeReply, ({ input }) => {
    kept = Buffer.from(input.text)
    return {}
  })
  on(repeatReply, () => new Serialised(kept))
}
