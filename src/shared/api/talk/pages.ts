import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireId } from '../wire.ts'

export const getMaterial = endpoint({
  verb: 'GET',
  path: '/api/material/:id?',
  right: 'public',
  summary: "A page written by staff; 850 is 'Условия работы' [C.30]",
  input: z.object({ id: wireId }),
  reply: z.object({ ...success, id: z.number(), title: z.string(), html: z.string(), date: z.string() }),
})

export const listMaterials = endpoint({
  verb: 'GET',
  path: '/api/materials/',
  right: 'public',
  summary: 'Published pages',
  input: nothing,
  reply: z.object({ ...success, items: z.array(z.object({ id: z.number(), title: z.string(), date: z.string() })) }),
})

export const getTopNews = endpoint({
  verb: 'GET',
  path: '/api/topnews/',
  right: 'catalogue.view',
  summary: 'News items that this account has not hidden',
  input: nothing,
  reply: z.object({
    ...success,
    items: z.array(z.object({ id: z.number(), text: z.string(), link: z.string(), date: z.string() })),
  }),
})

export const hideTopNews = endpoint({
  verb: 'POST',
  path: '/api/hidetopnews/:id?',
  right: 'catalogue.view',
  summary: 'Hide a news item for this account [C.29]',
  input: z.object({ id: wireId }),
  reply: z.object({ ...success }),
})
