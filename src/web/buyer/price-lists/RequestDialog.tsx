import { useState, type FormEvent } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, TextArea } from '#web/ui/forms/Field.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { Note } from '#web/ui/Note.tsx'
import { CategoryTree } from './CategoryTree.tsx'
import { countOf, idsOf, type Choice, type Tree, nothingChosenText } from './choice.ts'
import { useRequestPrices } from './use-price-lists.ts'
import styles from './price-lists.module.css'

type DialogProps = {
  contract: number
  number: string | undefined
  tree: Tree
  choice: Choice
  available: boolean
  onRequested: (message: string) => void
  onClose: () => void
}

/** Form of a request for a price file, prefilled with the page's choice [S.3]. */
export function RequestDialog({
  contract,
  number,
  tree,
  choice: chosen,
  available: inStock,
  onRequested,
  onClose,
}: DialogProps) {
  const [choice, setChoice] = useState(chosen)
  const [available, setAvailable] = useState(inStock)
  const [comment, setComment] = useState('')
  const requestPrices = useRequestPrices(onRequested)
  const isEmpty = choice !== 'all' && choice.size === 0

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isEmpty) requestPrices.mutate({ contract, categories: idsOf(choice), available, comment: comment.trim() })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      width={520}
      title="Запрос прайс-файла"
      footer={
        <>
          {isEmpty && <span className="small dim">{nothingChosenText}</span>}
          <span className="grow" />
          <Button onClick={onClose}>Отмена</Button>
          <Button
            variant="primary"
            type="submit"
            form="price-request"
            busy={requestPrices.isPending}
            disabled={isEmpty}
          >
            Отправить
          </Button>
        </>
      }
    >
      <form id="price-request" className={styles.dialog} onSubmit={submit}>
        <p className="muted">По договору № {number}. Менеджер получит запрос и ответит на этой странице</p>
        <div className={styles.dialogTree}>
          <CategoryTree tree={tree} choice={choice} total={countOf(tree, 'all')} onChange={setChoice} />
        </div>
        <Checkbox label="Только в наличии" checked={available} onChange={() => setAvailable(!available)} />
        <TextArea
          label="Комментарий"
          placeholder="В каком виде нужен файл, к какому дню, куда прислать"
          maxLength={2000}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
        {requestPrices.error && (
          <Note tone="bad" role="alert">
            {requestPrices.error.message}
          </Note>
        )}
      </form>
    </Modal>
  )
}
