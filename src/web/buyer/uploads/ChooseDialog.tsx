import { useId, useState, type KeyboardEvent } from 'react'
import { searchFromCharacters } from '#shared/constants.ts'
import { keywordPlaceholder } from '#shared/messages.ts'
import { BarInput } from '#web/ui/forms/Field.tsx'
import { GoodsOptions, type GoodsOption } from '#web/parts/goods/GoodsOptions.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { Note } from '#web/ui/Note.tsx'
import type { GoodsFinder } from '#web/parts/goods/goods-finder.ts'
import { nextActiveIndex } from '#web/ui/tables/next-active-index.ts'
import styles from './choose-dialog.module.css'

export type ChooseDialogProps = {
  /** Texts of the row as in the file. */
  rowText: string
  /** Candidates, the most likely first. */
  candidates: readonly GoodsOption[]
  find: GoodsFinder
  error?: Error | undefined
  onChoose: (goods: GoodsOption) => void
  onClose: () => void
}

/**
 * Dialog to choose the good of a row: a candidate, or any good found by search. ↑↓ and Enter choose. Enter pressed
 * before the goods are found, as a barcode scanner does, chooses the only good found, or the only one of that article.
 */
export function ChooseDialog({ rowText, candidates, find: Find, error, onChoose, onClose }: ChooseDialogProps) {
  const list = useId()
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<readonly GoodsOption[]>()
  const [isAwaited, setIsAwaited] = useState(false)
  const [active, setActive] = useState(0)
  const searching = typed.trim().length >= searchFromCharacters
  const shown = searching ? (found ?? []) : candidates

  function onKeyDown(event: KeyboardEvent) {
    const next = shown.length > 0 ? nextActiveIndex(event.key, active, shown.length) : undefined
    if (next !== undefined) setActive(next)
    else if (event.key === 'Enter' && shown[active]) onChoose(shown[active])
    else if (event.key === 'Enter' && searching && !found) setIsAwaited(true)
    else return
    event.preventDefault()
  }

  function type(text: string) {
    setTyped(text)
    setIsAwaited(false)
    setActive(0)
  }

  function showFound(goods: readonly GoodsOption[] | undefined) {
    setFound(goods)
    if (!goods) return
    setActive(0)
    setIsAwaited(false)
    const meant = isAwaited ? onlyMatch(goods, typed.trim()) : undefined
    if (meant) onChoose(meant)
  }

  return (
    <Modal opened onClose={onClose} width={680} anchored title="Выберите товар">
      <p className={styles.rowTexts}>
        В строке: <b className="bold">{rowText}</b>
      </p>
      <BarInput
        label="Найти другой товар"
        placeholder={`Найти другой: ${keywordPlaceholder.toLowerCase()}`}
        type="search"
        role="combobox"
        autoComplete="off"
        maxLength={200}
        data-autofocus
        aria-expanded={shown.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={shown[active] ? `${list}-${active}` : undefined}
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {error && (
        <Note tone="bad" role="alert">
          {error.message}
        </Note>
      )}
      <div className={styles.list}>
        {searching ? (
          <Find id={list} typed={typed} active={active} onFound={showFound} onChoose={onChoose} onPoint={setActive} />
        ) : (
          <>
            <p className="small dim" data-note>
              {candidates.length > 0 ? 'Подходят' : 'Похожих товаров нет: найдите нужный по артикулу или названию'}
            </p>
            <GoodsOptions
              id={list}
              label="Подходящие товары"
              goods={candidates}
              active={active}
              onChoose={onChoose}
              onPoint={setActive}
            />
          </>
        )}
      </div>
    </Modal>
  )
}

function onlyMatch(goods: readonly GoodsOption[], text: string): GoodsOption | undefined {
  if (goods.length === 1) return goods[0]
  const sameArticul = goods.filter(({ articul }) => articul.toLowerCase() === text.toLowerCase())
  return sameArticul.length === 1 ? sameArticul[0] : undefined
}
