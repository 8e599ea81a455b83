import type { CategoryNode } from '#shared/api/catalogue.ts'
import type { Tree } from './choice.ts'

export type TreeRow = { node: CategoryNode; level: number; parent: number | undefined; open: boolean | undefined }

/** Visible rows from top to bottom; `open` is undefined for a category without children. */
export function rowsOf(tree: Tree, isOpen: (id: number) => boolean, level = 1, parent?: number): TreeRow[] {
  return tree.flatMap((node) => {
    const open = node.children.length === 0 ? undefined : isOpen(node.id)
    const row = { node, level, parent, open }
    return [row, ...(open ? rowsOf(node.children, isOpen, level + 1, node.id) : [])]
  })
}

/** Categories whose name contains the text, with their parents and children. */
export function searchTree(tree: Tree, text: string): CategoryNode[] {
  const query = normalized(text)
  if (query === '') return [...tree]
  return tree.flatMap((node) => {
    if (normalized(node.header).includes(query)) return [node]
    const children = searchTree(node.children, text)
    return children.length === 0 ? [] : [{ ...node, children }]
  })
}

/** Whether a descendant's name contains the text: such a category is expanded during the search. */
export function hasMatchBelow({ children }: CategoryNode, text: string): boolean {
  const query = normalized(text)
  return children.some((child) => normalized(child.header).includes(query) || hasMatchBelow(child, text))
}

export function sizeOf(tree: Tree): number {
  return tree.reduce((size, { children }) => size + 1 + sizeOf(children), 0)
}

/** Target of a key press in a row: a row's id, or a category to expand or collapse. */
export function stepOf(
  rows: readonly TreeRow[],
  current: number,
  key: string,
): { focus: number } | { open: number } | { close: number } | undefined {
  const index = rows.findIndex(({ node }) => node.id === current)
  const row = rows[index]
  const rowAt = (target: number) => (rows[target] ? { focus: rows[target].node.id } : undefined)
  switch (key) {
    case 'ArrowDown':
      return rowAt(index + 1)
    case 'ArrowUp':
      return rowAt(index - 1)
    case 'Home':
      return rowAt(0)
    case 'End':
      return rowAt(rows.length - 1)
    case 'ArrowRight':
      return row?.open === false ? { open: current } : row?.open ? rowAt(index + 1) : undefined
    case 'ArrowLeft':
      if (row?.open) return { close: current }
      return row?.parent === undefined ? undefined : { focus: row.parent }
    default:
      return undefined
  }
}

function normalized(text: string): string {
  return text.trim().toLocaleLowerCase('ru').replaceAll('ё', 'е')
}
