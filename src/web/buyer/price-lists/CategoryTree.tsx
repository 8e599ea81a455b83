import { useRef, useState, type KeyboardEvent } from 'react'
import { BarInput } from '#web/ui/forms/Field.tsx'
import { quantity } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { checkStateOfAll, checkStates, pathTo, toggled, type Choice, type CheckState, type Tree } from './choice.ts'
import { hasMatchBelow, searchTree, rowsOf, sizeOf, stepOf, type TreeRow } from './tree-rows.ts'
import styles from './category-tree.module.css'

/** Key of the row 'Все' among the category ids. */
const all = 0
/** Larger trees have a search field. */
const longFrom = 12

type CategoryTreeProps = { tree: Tree; choice: Choice; total: number; onChange: (choice: Choice) => void }

/** Category tree with checkboxes: arrows move, expand and collapse, Space checks. */
export function CategoryTree({ tree, choice, total, onChange }: CategoryTreeProps) {
  const [text, setText] = useState('')
  const [opened, setOpened] = useState(
    () =>
      new Set(
        choice === 'all'
          ? []
          : [...choice].flatMap((id) =>
              pathTo(tree, id)
                .slice(0, -1)
                .map((above) => above.id),
            ),
      ),
  )
  const [current, setCurrent] = useState(all)
  const list = useRef<HTMLDivElement>(null)
  const isSearching = text.trim() !== ''
  const found = searchTree(tree, text)
  const withMatches = new Set(isSearching ? found.flatMap((node) => idsContaining(node, text)) : [])
  const below = rowsOf(found, (id) => opened.has(id) || withMatches.has(id))
  const rows = isSearching ? below : [allCategoriesRow(total), ...below]
  const marks = checkStates(tree, choice)
  const focusable = rows.some(({ node }) => node.id === current) ? current : rows[0]?.node.id

  function open(id: number, isOpen: boolean) {
    const next = new Set(opened)
    if (isOpen) next.add(id)
    else next.delete(id)
    setOpened(next)
  }

  function focus(id: number | undefined) {
    if (id === undefined) return
    setCurrent(id)
    list.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus()
  }

  function press(id: number) {
    setCurrent(id)
    if (id === all) onChange(choice === 'all' ? new Set() : 'all')
    else onChange(toggled(tree, choice, id))
  }

  function onKey(event: KeyboardEvent, id: number) {
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      return press(id)
    }
    const step = stepOf(rows, id, event.key)
    if (!step) return
    event.preventDefault()
    if ('focus' in step) focus(step.focus)
    else if ('open' in step) open(step.open, true)
    else open(step.close, false)
  }

  return (
    <>
      {sizeOf(tree) >= longFrom && (
        <BarInput
          className={styles.find}
          type="search"
          label="Найти категорию"
          placeholder="Найти категорию"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            focus(rows[0]?.node.id)
          }}
        />
      )}
      {rows.length === 0 ? (
        <p className={styles.none}>Такой категории нет. Проверьте слово или сотрите его</p>
      ) : (
        <div
          className={styles.tree}
          role="tree"
          aria-label="Категории"
          aria-multiselectable="true"
          ref={list}
          data-scrolls
        >
          {rows.map((row) => {
            const { id } = row.node
            return (
              <Row
                key={id}
                row={row}
                mark={id === all ? checkStateOfAll(choice) : (marks.get(id) ?? 'off')}
                focusable={id === focusable}
                onPress={() => press(id)}
                onOpen={(isOpen) => open(id, isOpen)}
                onKey={(event) => onKey(event, id)}
              />
            )
          })}
        </div>
      )}
    </>
  )
}

const checked = { on: true, mixed: 'mixed', off: false } as const

type RowProps = {
  row: TreeRow
  mark: CheckState
  focusable: boolean
  onPress: () => void
  onOpen: (open: boolean) => void
  onKey: (event: KeyboardEvent) => void
}

function Row({ row: { node, level, open }, mark, focusable, onPress, onOpen, onKey }: RowProps) {
  return (
    <div
      className={styles.row}
      role="treeitem"
      aria-level={level}
      aria-expanded={open}
      aria-checked={checked[mark]}
      tabIndex={focusable ? 0 : -1}
      data-id={node.id}
      style={{ paddingLeft: (level - 1) * 18 }}
      onClick={onPress}
      onKeyDown={onKey}
    >
      {open === undefined ? (
        <span className={styles.fold} />
      ) : (
        // Mouse only: arrow keys do the same.
        <button
          type="button"
          className={styles.fold}
          tabIndex={-1}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            onOpen(!open)
          }}
        >
          <Icon name={open ? 'down' : 'right'} size={12} />
        </button>
      )}
      <span className={styles.box} data-mark={mark}>
        {mark !== 'off' && <Icon name={mark === 'on' ? 'check' : 'minus'} size={12} />}
      </span>
      <span className="clip" title={node.header}>
        {node.header}
      </span>{' '}
      <em>{quantity(node.count)}</em>
    </div>
  )
}

function allCategoriesRow(count: number): TreeRow {
  return {
    node: { id: all, header: 'Все', url: '', count, children: [] },
    level: 1,
    parent: undefined,
    open: undefined,
  }
}

function idsContaining(node: Tree[number], text: string): number[] {
  return hasMatchBelow(node, text) ? [node.id, ...node.children.flatMap((child) => idsContaining(child, text))] : []
}
