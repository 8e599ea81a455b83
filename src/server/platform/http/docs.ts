import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { isUpload, callSelector, type Endpoint, type FileEndpoint } from '#shared/api/endpoint.ts'
import { askedByHeader } from '#shared/constants.ts'
import { errors } from '#shared/errors.ts'

/** `/api/docs`: all mounted calls, described by the schemas that validate them. */
export async function serveDocs(app: FastifyInstance, described: Described): Promise<void> {
  await app.register(fastifySwagger, {
    mode: 'static',
    specification: { document: openApi(described) },
  })
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    transformStaticCSP: (policy) => policy.replace('upgrade-insecure-requests;', ''),
  })
}

type Operation = Record<string, unknown>

type Described = { endpoints: readonly Endpoint[]; files: readonly FileEndpoint[] }

/** Computed on first request, to keep the start fast. */
export function openApi(described: Described) {
  let paths: Paths | undefined
  return {
    openapi: '3.1.0' as const,
    info: { title: 'Ordering portal', version: '1' },
    get paths(): Paths {
      return (paths ??= describePaths(described))
    },
  }
}

type Paths = Record<string, Record<string, Operation>>

function describePaths({ endpoints, files }: Described): Paths {
  const paths: Paths = {}
  const add = (verb: string, path: string, operation: Operation) => {
    const inBraces = path.replace(/:(\w+)\??/g, '{$1}')
    paths[inBraces] = { ...paths[inBraces], [verb.toLowerCase()]: operation }
  }
  for (const [address, calls] of Map.groupBy(endpoints, ({ verb, path }) => `${verb} ${path}`)) {
    const [verb = '', path = ''] = address.split(' ')
    add(verb, path, describe(calls))
  }
  for (const file of files) add(file.verb, file.path, describeFile(file))
  return paths
}

/** Calls of one address are distinguished by `method` or `action` in the body. */
function describe(calls: Endpoint[]): Operation {
  const inputs = calls.map(inputSchema)
  const isGet = calls[0]?.verb === 'GET'
  const replies = calls.map(({ reply }) => z.toJSONSchema(reply, { unrepresentable: 'any', io: 'output' }))
  return {
    summary: calls.map((each) => `${labelOf(each)}${each.summary}`).join('; '),
    description: calls.map((each) => `${labelOf(each)}right ${each.right}`).join('; '),
    parameters: [...pathParameters(calls), ...(isGet ? queryParameters(inputs[0] ?? {}) : []), ...callHeaders(calls)],
    ...(isGet ? {} : { requestBody: { content: { 'application/json': { schema: oneOf(inputs) } } } }),
    responses: {
      200: {
        description: 'Done',
        content: { [calls[0]?.streams ? 'text/event-stream' : 'application/json']: { schema: oneOf(replies) } },
      },
      default: refused,
    },
  }
}

function describeFile(file: FileEndpoint): Operation {
  const { properties = {} } = schemaOf(file.input, 'input') as { properties?: Record<string, unknown> }
  const parameters = Object.entries(properties).map(([name, schema]) => {
    const isInPath = file.path.includes(`/:${name}`)
    return { name, in: isInPath ? 'path' : 'query', required: isInPath, schema }
  })
  const rights = [file.right, ...(file.orRight ? [file.orRight] : [])].join(' or ')
  return {
    summary: file.summary,
    description: `right ${rights}`,
    parameters,
    ...(isUpload(file) ? { requestBody: { content: bytesOf(file.takes.mediaTypes) } } : {}),
    responses: { ...answersOf(file), default: refused },
  }
}

function answersOf(file: FileEndpoint): Operation {
  if (isUpload(file)) return { 200: { description: 'Done', content: jsonOf(file.reply) } }
  const { progress } = file
  return {
    200: { description: 'The file', content: bytesOf(file.answers) },
    ...(progress ? { 202: { description: 'Not written yet', content: jsonOf(progress) } } : {}),
  }
}

/** OpenAPI 3.1 describes bytes as a media type without a schema. */
function bytesOf(mediaTypes: readonly string[]): Operation {
  return Object.fromEntries(mediaTypes.map((type) => [type, {}]))
}

function jsonOf(schema: z.ZodMiniType): Operation {
  return { 'application/json': { schema: schemaOf(schema, 'output') } }
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output') {
  return z.toJSONSchema(schema, { unrepresentable: 'any', io })
}

function labelOf(endpoint: Endpoint): string {
  return Object.values(callSelector(endpoint))
    .map((name) => `${name}: `)
    .join('')
}

function inputSchema({ input, ...endpoint }: Endpoint): Record<string, unknown> {
  const schema: Record<string, unknown> = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' })
  delete schema.$schema
  const picked = Object.entries(callSelector(endpoint)).map(([name, value]) => [name, { const: value }])
  if (picked.length === 0) return schema
  return { ...schema, properties: { ...Object.fromEntries(picked), ...(schema.properties as object | undefined) } }
}

function oneOf(schemas: unknown[]): unknown {
  return schemas.length === 1 ? schemas[0] : { oneOf: schemas }
}

function pathParameters(calls: Endpoint[]): Operation[] {
  return calls[0]?.path.includes('/:id')
    ? [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }]
    : []
}

function queryParameters({ properties = {} }: { properties?: object }): Operation[] {
  return Object.entries(properties)
    .filter(([name]) => name !== 'id')
    .map(([name, schema]: [string, unknown]) => ({ name, in: 'query', required: false, schema }))
}

function callHeaders(calls: Endpoint[]): Operation[] {
  const header = (name: string, rest: Operation) => ({ name, in: 'header', schema: { type: 'string' }, ...rest })
  return [
    ...(calls.some(({ idempotent }) => idempotent) ? [header('Idempotency-Key', { required: true })] : []),
    ...(calls.some(({ whileActing }) => whileActing === 'asked')
      ? [header(askedByHeader, { description: asked })]
      : []),
  ]
}

const asked = 'Required of staff acting as a buyer: who asked for it, and how, URI-encoded'

const refusal = {
  type: 'object',
  properties: {
    status: { const: 'error' },
    code: { enum: Object.keys(errors) },
    message: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

const refused = { description: 'Refused', content: { 'application/json': { schema: refusal } } }
