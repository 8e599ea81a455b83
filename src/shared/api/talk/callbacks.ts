import * as z from 'zod/mini'
import { callTimeNames } from '../../rules/talk/call-times.ts'
import { endpoint } from '../endpoint.ts'
import { chosen, success, wireText } from '../wire.ts'

export const requestCallback = endpoint({
  verb: 'POST',
  path: '/api/callback/',
  right: 'public',
  summary: 'Request a callback [C.28] [E.14]; repeated requests of the same phone are one',
  input: z.object({
    data: z.object({ phone: wireText(40), firstname: wireText(100), time: chosen(z.enum(callTimeNames)) }),
  }),
  reply: z.object({ ...success, message: z.string() }),
})
