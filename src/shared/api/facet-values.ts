import * as z from 'zod/mini'
import { facetMore, facetValue, filterInput } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { chosen, success, wireId, wireText } from './wire.ts'

export const facetNames = ['brands', 'tags', 'params'] as const
export type FacetName = (typeof facetNames)[number]

export const facetValues = endpoint({
  verb: 'POST',
  path: '/api/facetValues/',
  right: 'catalogue.view',
  summary: 'Values of one facet whose names contain the text: the first 50, those that begin with it first',
  /** The filter under which values are counted, the facet, the parameter's id for `params`, and the text. */
  input: z.extend(z.omit(filterInput, { page: true, perpage: true, sorting: true }), {
    facet: z.enum(facetNames),
    param: chosen(wireId),
    search: z._default(wireText(200), ''),
  }),
  /** Only values with results, and chosen ones; counts ignore the facet's own choice, as in `filter`. */
  reply: z.object({ ...success, values: z.array(z.object({ ...facetValue, value: z.string() })), ...facetMore }),
})
