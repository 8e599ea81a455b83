import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { walk, type Node } from '#tests/support/source/walk-syntax.ts'

/** Order states have names; their numbers are in one file and in the check constraint of the column. */
const numbersAt = ['src/shared/rules/order-states.ts', 'src/server/platform/db/schema/orders.ts']
const sources = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.(test|gen)\.tsx?$/.test(file))

test('numbers of order states are written only in shared/rules/order-states.ts', () => {
  const found = sources.filter((file) => numbersIn(file, readFileSync(file, 'utf8')).length > 0)
  expect(found.filter((file) => !numbersAt.includes(file))).toEqual([])
})

test('the check finds state numbers in SQL, comparisons, names and types, and no other numbers', () => {
  const source = `
    sql\`select from orders o where o.state not in (3, 4) and \${table.state} in (1, 2)\`
    if (order.state === 9 || 4 !== state) return
    const paidState = 6
    const states = [5, 6]
    place({ state: 1, page: 1 })
    const next: Partial<Record<OrderState, string>> = { 10: 'В сборку' }
    const usual: readonly OrderState[] = [1, 5]
    const toneOfState = { 1: 7 }
    const [count, page] = [useState(1), order.state === pages ? 2 : 3]`
  expect(numbersIn('probe.ts', source)).toEqual([
    'state not in (3',
    'state in (1',
    'order.state === 9',
    '4 !== state',
    'paidState = 6',
    'states = [5, 6]',
    'state: 1',
    'next',
    'usual',
    'toneOfState = { 1: 7 }',
  ])
})

const inSql = /\bstates?(?:::\w+)?\s*(?:=|<>|!=|not\s+in|in)\s*\(?\s*\d/gi
const isStateName = (name: string) => /states?$/i.test(name)

function numbersIn(file: string, text: string): string[] {
  const found: string[] = []
  const source = (node: Node) => text.slice(node.start, node.end)
  walk(parseSync(file, text).program, (node) => {
    if (node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string'))
      found.push(...inSqlText(source(node)))
    if (node.type === 'BinaryExpression') {
      const [left, right] = [node.left as Node, node.right as Node]
      if ([left, right].some(isStateNumber) && [left, right].some((side) => isStateName(source(side))))
        found.push(source(node))
    }
    if (node.type === 'Property' && isStateName(source(node.key as Node)) && hasNumber(node.value as Node))
      found.push(source(node))
    if (node.type === 'VariableDeclarator' && node.init !== null) {
      const id = node.id as Node & { name?: string; typeAnnotation?: Node | null }
      if (isStateName(id.name ?? '') && hasNumber(node.init as Node)) found.push(source(node))
      else if (
        id.typeAnnotation &&
        source(id.typeAnnotation).includes('OrderState') &&
        containsNumber(node.init as Node)
      )
        found.push(id.name ?? '')
    }
  })
  return found
}

/** Only statements on orders: other tables have states, too, by name. */
function inSqlText(text: string): string[] {
  return [...text.replaceAll(/\$\{[^}]*?(\w+)\}/g, '$1').matchAll(inSql)].map(([match]) => match)
}

function isStateNumber(node: Node | undefined): boolean {
  return node?.type === 'Literal' && typeof node.value === 'number' && node.value >= 1 && node.value <= 11
}

/** A number, a list of numbers, or a table by numbers. */
function hasNumber(node: Node): boolean {
  if (node.type === 'ArrayExpression') return (node.elements as Node[]).some((each) => isStateNumber(each))
  if (node.type === 'ObjectExpression') return (node.properties as Node[]).some(({ key }) => isStateNumber(key as Node))
  return isStateNumber(node)
}

function containsNumber(node: Node): boolean {
  let found = false
  walk(node, (each) => {
    if (isStateNumber(each)) found = true
  })
  return found
}
