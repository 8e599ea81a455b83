import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { walk, type Node } from './walk-syntax.ts'

/** A statement in a source file that writes a table: its verb, and the table or its placeholder. */
export type SqlWrite = { verb: string; table: string }

/** Drizzle tables by export name. */
export type TableNames = ReadonlyMap<string, string>

const statement = new RegExp(
  [
    /\b(insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?"?(\$?\w+)/,
    // Excludes the locks 'for update' and 'for no key update', and 'on conflict do update set'.
    /(?<!\b(?:for|key|do)\s+)\b(update)\s+(?:only\s+)?"?(\$?\w+)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
)
const verbs = ['insert', 'update', 'delete']

/** Writes of a file: in SQL strings and templates (not in comments), and by the query builder. */
export function sqlWritesOf(file: string, tables: TableNames, text = readFileSync(file, 'utf8')): SqlWrite[] {
  const writes: SqlWrite[] = []
  walk(parseSync(file, text).program, (node) => {
    const sql = textOf(node, tables)
    if (sql !== undefined) writes.push(...writesIn(sql))
    const built = builtWrite(node, tables)
    if (built) writes.push(built)
  })
  return writes
}

function writesIn(sql: string): SqlWrite[] {
  return [...sql.matchAll(statement)].map(([, verb, table, update, updated]) => ({
    verb: (verb ?? update ?? '').toLowerCase().split(/\s/)[0] ?? '',
    table: (table ?? updated ?? '').toLowerCase(),
  }))
}

/** A string, or a template with table names inserted and everything else as `$value`. */
function textOf(node: Node, tables: TableNames): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  const quasis = node.quasis as { value: { cooked: string | null } }[]
  const expressions = node.expressions as Node[]
  return quasis
    .map(({ value }, index) => {
      const expression = expressions[index]
      return (value.cooked ?? '') + (expression === undefined ? '' : (nameOf(expression, tables) ?? '$value'))
    })
    .join('')
}

/** `db.insert(orders)`, where `orders` is a table. */
function builtWrite(node: Node, tables: TableNames): SqlWrite | undefined {
  if (node.type !== 'CallExpression') return undefined
  const callee = node.callee as Node
  const [argument] = node.arguments as Node[]
  if (callee.type !== 'MemberExpression' || argument === undefined) return undefined
  const verb = (callee.property as Node).name
  const table = nameOf(argument, tables)
  return typeof verb === 'string' && verbs.includes(verb) && table !== undefined ? { verb, table } : undefined
}

function nameOf(expression: Node, tables: TableNames): string | undefined {
  return expression.type === 'Identifier' ? tables.get(String(expression.name)) : undefined
}
