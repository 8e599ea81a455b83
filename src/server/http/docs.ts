import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { errors } from '#shared/errors.ts'

/** `/api/docs`: every mounted call, described by the same schemas that check it. */
export async function serveDocs(app: FastifyInstance, endpoints: () => Endpoint[]): Promise<void> {
  await app.register(fastifySwagger, {
    mode: 'static',
    specification: { document: openApi(endpoints()) },
  })
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: true, transformStaticCSP: (policy) => policy.replace('upgrade-insecure-requests;', '') })
}

type Operation = Record<string, unknown>

export function openApi(endpoints: Endpoint[]) {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [address, calls] of Map.groupBy(endpoints, ({ verb, path }) => `${verb} ${path}`)) {
    const [verb = '', path = ''] = address.split(' ')
    const inBraces = path.replace(/:(\w+)\??/g, '{$1}')
    paths[inBraces] = { ...paths[inBraces], [verb.toLowerCase()]: describe(calls) }
  }
  return { openapi: '3.1.0' as const, info: { title: 'Ordering portal', version: '1' }, paths }
}

/** Calls that share an address are told apart by `method` in the body. */
function describe(calls: Endpoint[]): Operation {
  const inputs = calls.map(inputSchema)
  const isGet = calls[0]?.verb === 'GET'
  const replies = calls.map(({ reply }) => z.toJSONSchema(reply, { unrepresentable: 'any', io: 'output' }))
  return {
    summary: calls.map(({ summary, method }) => (method === undefined ? summary : `${method}: ${summary}`)).join('; '),
    description: calls.map(({ right, method }) => `${method === undefined ? '' : `${method}: `}right ${right}`).join('; '),
    parameters: [...pathParameters(calls), ...(isGet ? queryParameters(inputs[0] ?? {}) : []), ...keyHeader(calls)],
    ...(isGet ? {} : { requestBody: { content: { 'application/json': { schema: oneOf(inputs) } } } }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: oneOf(replies) } } },
      default: { description: 'Refused', content: { 'application/json': { schema: refusal } } },
    },
  }
}

function inputSchema({ input, method }: Endpoint): Record<string, unknown> {
  const schema: Record<string, unknown> = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' })
  delete schema.$schema
  if (method === undefined) return schema
  return { ...schema, properties: { method: { const: method }, ...(schema.properties as object | undefined) } }
}

function oneOf(schemas: unknown[]): unknown {
  return schemas.length === 1 ? schemas[0] : { oneOf: schemas }
}

function pathParameters(calls: Endpoint[]): Operation[] {
  return calls[0]?.path.includes('/:id') ? [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }] : []
}

function queryParameters({ properties = {} }: { properties?: object }): Operation[] {
  return Object.entries(properties)
    .filter(([name]) => name !== 'id')
    .map(([name, schema]: [string, unknown]) => ({ name, in: 'query', required: false, schema }))
}

function keyHeader(calls: Endpoint[]): Operation[] {
  return calls.some(({ idempotent }) => idempotent) ? [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } }] : []
}

const refusal = {
  type: 'object',
  properties: {
    status: { const: 'error' },
    code: { enum: Object.keys(errors) },
    message: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
}
