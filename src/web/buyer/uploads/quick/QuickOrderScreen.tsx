import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { CartOutcome } from '#shared/api/uploads.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { type AddToCart } from '../add-to-cart.ts'
import { useCtrlEnter } from '../use-ctrl-enter.ts'
import type { GoodsFinder } from '#web/parts/goods/goods-finder.ts'
import { distributeReadyRows, resultingMilli } from './additions.ts'
import { attemptsOf } from './grid-attempts.ts'
import { createGrid, isEmpty, type GridRow } from './grid-rows.ts'
import { QuickBar } from './QuickBar.tsx'
import { QuickCards } from './QuickCards.tsx'
import { QuickTable } from './QuickTable.tsx'
import { totalsOf } from './row-state.ts'
import { useAddRows } from './use-add-rows.ts'
import { useGrid } from './use-grid.ts'
import { usePaste, type OnReview } from './use-paste.ts'
import { useRowActions } from './use-row-actions.ts'
import styles from './quick-order.module.css'

const ChooseDialog = lazy(() => import('../ChooseDialog.tsx').then((module) => ({ default: module.ChooseDialog })))

type QuickOrderScreenProps = {
  /** Session storage key of the grid: one per account and contract. */
  storageKey: string
  contract: number
  /** The contract is being changed, so the shown data is outdated. */
  switching: boolean
  find: GoodsFinder
  /** Opens the review for a pasted table with open questions. */
  onReview: OnReview
  fromFile: ReactNode
  onAdd: AddToCart
  /** `hasRemaining`: rows that need attention stay on the screen. */
  onAdded: (reply: { count: number; lines: readonly CartOutcome[] }, hasRemaining: boolean) => void
}

/** Articles and quantities typed as in a spreadsheet; names, stock and prices appear while typing. */
export function QuickOrderScreen({
  storageKey,
  contract,
  switching,
  find,
  onReview,
  fromFile,
  onAdd,
  onAdded,
}: QuickOrderScreenProps) {
  const grid = useGrid(storageKey, contract)
  const { rows, setRows, answers, answerOf, error, mode, setMode } = grid
  const container = useRef<HTMLDivElement>(null)
  const [choosing, setChoosing] = useState<number>()
  const notify = useNotify()
  const phone = usePhone()
  const onChoose = useCallback((key: number) => setChoosing(key), [])
  const { paste, reading } = usePaste(grid, { contract, onReview })
  const actions = useRowActions(grid, { container, find, onChoose, onPaste: paste })
  const { add, adding } = useAddRows(grid, { storageKey, contract, disabled: switching || reading, onAdd, onAdded })
  const chosen = rows.find(({ key }) => key === choosing)
  const empty = rows.every(isEmpty)
  useCtrlEnter(add)

  // Focuses the first field.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches)
      container.current?.querySelector<HTMLInputElement>('input[role=combobox][value=""]')?.focus()
  }, [])

  function clear() {
    const previousRows = rows
    setRows(() => createGrid([]))
    // What is typed next is another order: it replaces no unanswered one.
    void attemptsOf(storageKey).clear()
    notify({
      text: 'Строки очищены',
      fadeMs: 6000,
      action: { label: 'Вернуть', onPress: () => setRows(() => previousRows) },
    })
    container.current?.querySelector<HTMLInputElement>('input')?.focus()
  }

  const additions = distributeReadyRows(rows, answerOf, mode)
  const figuresOf = (row: GridRow) => ({
    additionMilli: additions.byRow.get(row.key) ?? 0,
    resultingMilli: resultingMilli(answerOf(row), additions, mode),
  })
  const isInBasket = rows.some((row) => additions.byRow.has(row.key) && (answerOf(row).answer?.in_basket ?? 0) > 0)
  const list = { rows, answerOf, actions, figuresOf }
  return (
    <Page
      title="Быстрый заказ"
      extra={
        <span className="dim">
          артикул, штрихкод или код и количество
          <span className={styles.wideOnly}>; можно вставить таблицу из Excel</span>
        </span>
      }
      actions={fromFile}
    >
      {error && (
        <Note
          tone="bad"
          role="alert"
          action={
            <Button small onClick={answers.retry}>
              Повторить
            </Button>
          }
        >
          Строки не проверены. {error.message}
        </Note>
      )}
      <div ref={container}>{phone ? <QuickCards {...list} /> : <QuickTable {...list} />}</div>
      <QuickBar
        totals={totalsOf(rows, answerOf, additions)}
        mode={mode}
        isInBasket={isInBasket}
        onMode={setMode}
        empty={empty}
        reading={reading}
        busy={adding || switching || reading}
        onClear={clear}
        onAdd={add}
      />
      {chosen && (
        <Suspense>
          <ChooseDialog
            rowText={chosen.code}
            candidates={answerOf(chosen).answer?.candidates ?? []}
            find={find}
            onChoose={(goods) => {
              setChoosing(undefined)
              actions.onSelectGood(chosen.key, goods)
            }}
            onClose={() => setChoosing(undefined)}
          />
        </Suspense>
      )}
    </Page>
  )
}
