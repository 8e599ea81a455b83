import { useId, useState, type KeyboardEvent } from 'react'
import { searchFromCharacters } from '#shared/constants.ts'
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

/** Dialog to choose the good of a row: a candidate, or any good found by search. ↑↓ and Enter choose. */
export function ChooseDialog({ rowText, candidates, find: Find, error, onChoose, onClose }: ChooseDialogProps) {
  const list = useId()
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<readonly GoodsOption[]>([])
  const [active, setActive] = useState(candidates.length > 0 ? 0 : -1)
  const searching = typed.trim().length >= searchFromCharacters
  const shown = searching ? found : candidates

  function onKeyDown(event: KeyboardEvent) {
    const next = shown.length > 0 ? nextActiveIndex(event.key, active, shown.length) : undefined
    if (next !== undefined) setActive(next)
    else if (event.key === 'Enter' && shown[active]) onChoose(shown[active])
    else return
    event.preventDefault()
  }

  return (
    <Modal opened onClose={onClose} width={680} anchored title="Выберите товар">
      <p className={styles.rowTexts}>
        В строке: <b className="bold">{rowText}</b>
      </p>
      <BarInput
        label="Найти другой товар"
        placeholder="Найти другой: артикул, штрихкод или название"
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
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setActive(candidates.length > 0 ? 0 : -1)
        }}
        onKeyDown={onKeyDown}
      />
      {error && (
        <Note tone="bad" role="alert">
          {error.message}
        </Note>
      )}
      <div className={styles.list}>
        {searching ? (
          <Find
            id={list}
            typed={typed}
            active={active}
            onFound={(goods) => {
              setFound(goods)
              setActive(goods.length > 0 ? 0 : -1)
            }}
            onChoose={onChoose}
            onPoint={setActive}
          />
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
