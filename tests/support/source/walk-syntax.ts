/** A node of a syntax tree of oxc-parser. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown }

export function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) return value.forEach((each) => walk(each, visit))
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && typeof value.type === 'string') visit(value as Node)
  for (const each of Object.values(value)) walk(each, visit)
}
