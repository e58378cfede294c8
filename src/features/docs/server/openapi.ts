import * as z from 'zod/mini'
import { refusalTable } from '#shared/errors.ts'
import { listsOf, valueOf } from '#server/lists.ts'
import type { Endpoint } from '#shared/wire.ts'

interface Operation {
  summary: string
  tags: string[]
  security: Record<string, never[]>[]
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: unknown }[]
  requestBody?: unknown
  responses: Record<string, unknown>
  'x-levels': unknown
  /** The scope that a company's key needs; absent: no key may. */
  'x-key'?: string
}
export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, unknown>
}
/** The wire side of a schema. */
const wire = (schema: unknown) =>
  z.toJSONSchema(schema as z.ZodMiniType, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>
    required?: string[]
  }

/** The fields of a body or query. What a form writes as JSON text is described as what it is. */
function fieldsOf(schema: z.ZodMiniType | undefined): Record<string, unknown> {
  if (!schema) return {}
  const lists = listsOf(schema)
  const { shape = {} } = schema as unknown as { shape?: Record<string, z.ZodMiniType> }
  const inside = (field: z.core.$ZodType) => {
    const { $schema: _, ...described } = wire(field) as Record<string, unknown>
    return described
  }
  return Object.fromEntries(
    Object.entries(wire(schema).properties ?? {}).map(([name, described]) => {
      const [list, field] = [lists.get(name), shape[name]]
      if (!list)
        return [name, field && Object.keys(described as object).length === 0 ? inside(valueOf(field)) : described]
      const array = { type: 'array', items: inside(valueOf(list.element)) }
      return [name, list.text ? { anyOf: [array, { type: 'string' }] } : array]
    }),
  )
}
/** OpenAPI 3.1 of every registered endpoint. */
export function openApi(endpoints: readonly Endpoint[]): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const e of endpoints) {
    const path = e.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    const at = paths[path]
    at[e.method.toLowerCase()] = describe(e)
    if (e.method === 'PUT') at.post ??= { ...describe(e), summary: `${e.options.does} (POST com _method=PUT)` }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mostruário',
      version: '1',
      description:
        'Corpos podem ser multipart/form-data, urlencoded ou JSON. Num formulário, uma lista vai como campo[]=1&campo[]=2, campo[0]=1, o campo repetido ou texto JSON; de números também 1,2. Sucesso: {"status":"success","data":…}; listas trazem total, page e limit. Falha: {"status":"error","code","message"} e, por campo, errors.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Failure: {
          type: 'object',
          required: ['status', 'code', 'message'],
          properties: {
            status: { const: 'error' },
            code: { enum: refusalTable.map((r) => r.code) },
            message: { type: 'string' },
            errors: { type: 'object' },
          },
        },
      },
    },
  }
}
function describe(e: Endpoint): Operation {
  const { options } = e
  const query = fieldsOf(options.query)
  const form = options.body ? wire(options.body) : undefined
  const properties = {
    ...fieldsOf(options.body),
    ...Object.fromEntries(Object.keys(options.files ?? {}).map((f) => [f, { type: 'string', format: 'binary' }])),
  }
  const data = options.data ? { data: wire(options.data) } : {}
  return {
    summary: options.does,
    tags: [e.path.split('/')[3] ?? 'api'],
    security: options.levels === 'anyone' ? [] : [{ bearer: [] }],
    'x-levels': options.levels,
    ...(options.key && { 'x-key': options.key }),
    parameters: [
      ...[...e.path.matchAll(/:(\w+)/g)].map((m) => ({
        name: m[1] as string,
        in: 'path' as const,
        required: true,
        schema: { type: 'string' },
      })),
      ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query' as const, required: false, schema })),
    ],
    ...(Object.keys(properties).length && {
      requestBody: {
        content: {
          [options.files ? 'multipart/form-data' : 'application/json']: {
            schema: { type: 'object', properties, required: form?.required ?? [] },
          },
        },
      },
    }),
    responses: {
      200: {
        description: 'Sucesso',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                status: { const: 'success' },
                ...data,
                ...(options.list && {
                  total: { type: 'integer' },
                  page: { type: 'integer' },
                  limit: { type: 'integer' },
                }),
              },
            },
          },
        },
      },
      '4XX': {
        description: 'Recusado',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}
