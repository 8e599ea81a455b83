import type * as z from 'zod/mini'
import type { Endpoint, FileEndpoint } from './endpoint.ts'

type Described = Pick<Endpoint | FileEndpoint, 'path' | 'input'>

/** Path and query of a described call: the path filled from the input, the rest of the input as the query. */
export function endpointAddress<E extends Described>({ path }: E, input: z.input<E['input']>): string {
  const filled = fillPath(path, input as Record<string, unknown>)
  return filled.path + queryString(filled.rest)
}

/** Replaces `:name` by the input's value of that name, `:name?` by nothing if the input has none. */
export function fillPath(
  path: string,
  input: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input }
  const filled = path.replaceAll(/:(\w+)\??/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return value === undefined ? '' : encodeURIComponent(value as string | number)
  })
  return { path: filled, rest }
}

function queryString(input: Record<string, unknown>): string {
  const pairs = Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeQueryValue(value as string | number | boolean)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function encodeQueryValue(value: string | number | boolean): string {
  return encodeURIComponent(String(value).toWellFormed())
}
