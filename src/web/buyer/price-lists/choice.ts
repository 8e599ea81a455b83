import type { CategoryNode } from '#shared/api/catalogue.ts'

/** Chosen categories, each including its subtree; 'all' also includes goods without a category. */
export type Choice = 'all' | ReadonlySet<number>
export type CheckState = 'on' | 'mixed' | 'off'
export type Tree = readonly CategoryNode[]

export const nothingChosenText = 'Отметьте хотя бы одну категорию'

/** State of every checkbox of the tree. */
export function checkStates(tree: Tree, choice: Choice): Map<number, CheckState> {
  const chosenIds = fullyChosen(tree, choice)
  const marks = new Map<number, CheckState>()
  const mark = ({ id, children }: CategoryNode): CheckState => {
    const below = children.map(mark)
    const state = chosenIds.has(id) ? 'on' : below.some((one) => one !== 'off') ? 'mixed' : 'off'
    marks.set(id, state)
    return state
  }
  tree.forEach(mark)
  return marks
}

/** State of the checkbox 'Все'. */
export function checkStateOfAll(choice: Choice): CheckState {
  if (choice === 'all') return 'on'
  return choice.size > 0 ? 'mixed' : 'off'
}

/** Toggles a checkbox: checked becomes unchecked, anything else becomes checked. */
export function toggled(tree: Tree, choice: Choice, id: number): Choice {
  const path = pathTo(tree, id)
  const node = path.at(-1)
  if (!node) return choice
  const chosenIds = fullyChosen(tree, choice)
  const above = path.slice(0, -1).toReversed()
  if (chosenIds.has(id)) {
    for (const { id } of withBelow(node)) chosenIds.delete(id)
    for (const { id } of above) chosenIds.delete(id)
    return shortest(tree, chosenIds)
  }
  for (const { id } of withBelow(node)) chosenIds.add(id)
  // A category with goods of its own is only fully checked when toggled itself.
  for (const parent of above)
    if (ownGoods(parent) === 0 && parent.children.every(({ id }) => chosenIds.has(id))) chosenIds.add(parent.id)
  return shortest(tree, chosenIds)
}

/** Drops categories not sold under this contract. */
export function withoutUnsold(tree: Tree, choice: Choice): Choice {
  return choice === 'all' ? choice : shortest(tree, fullyChosen(tree, choice))
}

/** Number of chosen goods, in stock or not. */
export function countOf(tree: Tree, choice: Choice): number {
  return sum(chosenNodes(tree, choice).map(({ count }) => count))
}

/** Names of the chosen categories. */
export function namesOf(tree: Tree, choice: Choice): string[] {
  return choice === 'all' ? [] : chosenNodes(tree, choice).map(({ header }) => header)
}

/** Category ids for calls: none means all. */
export function idsOf(choice: Choice): number[] {
  return choice === 'all' ? [] : [...choice]
}

/** Path from the root to a category, itself last. */
export function pathTo(tree: Tree, id: number): CategoryNode[] {
  for (const node of tree) {
    if (node.id === id) return [node]
    const below = pathTo(node.children, id)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

function chosenNodes(tree: Tree, choice: Choice): CategoryNode[] {
  if (choice === 'all') return [...tree]
  return tree.flatMap((node) => (choice.has(node.id) ? [node] : chosenNodes(node.children, choice)))
}

/** Fully checked categories, directly or by a parent. */
function fullyChosen(tree: Tree, choice: Choice): Set<number> {
  return new Set(
    chosenNodes(tree, choice)
      .flatMap(withBelow)
      .map(({ id }) => id),
  )
}

function shortest(tree: Tree, chosenIds: ReadonlySet<number>): Choice {
  if (tree.length > 0 && tree.every(({ id }) => chosenIds.has(id))) return 'all'
  const top = (nodes: Tree): number[] => nodes.flatMap(({ id, children }) => (chosenIds.has(id) ? [id] : top(children)))
  return new Set(top(tree))
}

function withBelow(node: CategoryNode): CategoryNode[] {
  return [node, ...node.children.flatMap(withBelow)]
}

function ownGoods({ count, children }: CategoryNode): number {
  return count - sum(children.map((child) => child.count))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
