import { globSync } from 'node:fs'
import * as z from 'zod/mini'
import { callSelector, type Endpoint, type FileEndpoint } from '#shared/api/endpoint.ts'
import type { Visitor } from '../app.ts'

export type NamedCall = { name: string; endpoint: Endpoint | FileEndpoint }

/** All calls that `src/shared/api` describes. */
export async function listCalls(): Promise<NamedCall[]> {
  const found: NamedCall[] = []
  const files = globSync('src/shared/api/**/*.ts', { exclude: ['**/*.test.ts'] })
  for (const file of files.toSorted()) {
    const module = (await import(/* @vite-ignore */ `../../../${file}`)) as Record<string, unknown>
    for (const [name, value] of Object.entries(module)) if (isEndpoint(value)) found.push({ name, endpoint: value })
  }
  return found
}

function isFileEndpoint(endpoint: Endpoint | FileEndpoint): endpoint is FileEndpoint {
  return 'answers' in endpoint || 'takes' in endpoint
}

function isEndpoint(value: unknown): value is Endpoint | FileEndpoint {
  return typeof value === 'object' && value !== null && 'verb' in value && 'path' in value && 'right' in value
}

export function inputKeys(endpoint: Endpoint | FileEndpoint): string[] {
  const { properties = {} } = z.toJSONSchema(endpoint.input, { unrepresentable: 'any', io: 'input' })
  return Object.keys(properties)
}

/** Sends arbitrary input, bypassing the client's validation. For a stream it returns the first event, as JSON. */
export async function sendRaw(
  visitor: Visitor,
  endpoint: Endpoint | FileEndpoint,
  input: Record<string, unknown>,
): Promise<Response> {
  if (isFileEndpoint(endpoint)) return sendFileCall(visitor, endpoint, input)
  const response = await sendInput(visitor, endpoint, input)
  if (!endpoint.streams || !response.ok) return response
  const reader = response.body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  return Response.json({ first: new TextDecoder().decode(first?.value) }, { headers: response.headers })
}

function sendInput(
  visitor: Visitor,
  { verb, path, ...endpoint }: Endpoint,
  input: Record<string, unknown>,
): Promise<Response> {
  const { id = 1, ...others } = input
  const filledPath = path.replace(/:id\??/, encodeURIComponent(text(id)))
  const remainingInput = filledPath === path ? input : others
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'test', 'idempotency-key': 'endpoints' }
  if (verb !== 'GET')
    return visitor.send(filledPath, {
      method: verb,
      headers,
      body: JSON.stringify({ ...callSelector(endpoint), ...remainingInput }),
    })
  const query = new URLSearchParams(Object.entries(remainingInput).map(([name, value]) => [name, text(value)]))
  return visitor.send(`${filledPath}?${query}`, { method: verb, headers })
}

function sendFileCall(
  visitor: Visitor,
  { verb, path }: FileEndpoint,
  input: Record<string, unknown>,
): Promise<Response> {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const filledPath = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(text(input[name] ?? 1)))
  const remainingInput = Object.entries(input).filter(([name, value]) => !inPath.includes(name) && value !== undefined)
  const query = new URLSearchParams(remainingInput.map(([name, value]) => [name, text(value)]))
  return visitor.send(`${filledPath}?${query}`, {
    method: verb,
    ...(verb === 'POST' ? { body: 'no file of any kind' } : {}),
  })
}

function text(value: unknown): string {
  const serialised = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return serialised.toWellFormed().slice(0, 2000) || '0'
}
