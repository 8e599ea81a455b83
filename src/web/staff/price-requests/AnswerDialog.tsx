import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/forms/Field.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { PriceRequestTag } from '#web/parts/price-requests/PriceRequestTag.tsx'
import { AnswerFiles } from './AnswerFiles.tsx'
import { Phone } from './Phone.tsx'
import { isUnfinished, useAnswerPriceRequest, type Answer, type StaffPriceRequest } from './use-price-requests.ts'
import styles from './price-requests.module.css'

/** A request in full, and the answer: done, with files and a message, or refused with a reason. */
export function AnswerDialog({ request, onClose }: { request: StaffPriceRequest; onClose: () => void }) {
  const { id, organisation, state, status, author, files } = request
  const [text, setText] = useState(request.answer)
  const [isMissingReason, setMissingReason] = useState(false)
  const notify = useNotify()
  const answer = useAnswerPriceRequest(() => {
    notify({ tone: 'ok', text: `${organisation}: ответ отправлен` })
    onClose()
  })
  const isWriting = files.some(isUnfinished)
  const pendingState = answer.isPending ? answer.variables.state : undefined

  function send(state: Answer['state']) {
    const message = text.trim()
    setMissingReason(state === 'refused' && message === '')
    if (state === 'done' || message !== '') answer.mutate({ id, state, answer: message })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      width={520}
      title="Запрос прайс-файла"
      extra={<PriceRequestTag state={state} status={status} />}
      footer={
        <>
          <Button
            variant="danger"
            busy={pendingState === 'refused'}
            disabled={answer.isPending}
            onClick={() => send('refused')}
          >
            Отклонить
          </Button>
          <span className="grow" />
          <Button onClick={onClose}>Закрыть</Button>
          <Button
            variant="primary"
            busy={pendingState === 'done'}
            disabled={answer.isPending || isWriting}
            title={isWriting ? 'Файл ещё готовится' : undefined}
            onClick={() => send('done')}
          >
            Выполнен
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <Facts request={request} />
        <AnswerFiles id={id} files={files} />
        {answer.error && (
          <Note tone="bad" role="alert">
            {answer.error.message}
          </Note>
        )}
        <TextArea
          label={author === null ? 'Ответ покупателю' : `Ответ покупателю, отвечает ${author}`}
          placeholder="Увидит на своей странице прайс-листов"
          data-autofocus
          maxLength={2000}
          value={text}
          error={isMissingReason ? 'Напишите, почему отказываете' : undefined}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setMissingReason(false)
          }}
        />
      </div>
    </Modal>
  )
}

function Facts({
  request: {
    created_at: createdAt,
    organisation,
    contragent,
    person,
    phone,
    login,
    contract,
    categories,
    available,
    comment,
  },
}: {
  request: StaffPriceRequest
}) {
  return (
    <dl className="facts">
      <dt>Покупатель</dt>
      <dd>{contragent === organisation ? organisation : `${organisation}, ${contragent}`}</dd>
      <dt>Кто просит</dt>
      <dd>
        {person} <Phone number={phone} /> <a href={`mailto:${login}`}>{login}</a>
      </dd>
      <dt>Договор</dt>
      <dd>{contract.header}</dd>
      <dt>Когда</dt>
      <dd>{dateTime(createdAt)}</dd>
      <dt>Категории</dt>
      <dd className={styles.long}>{categories.length === 0 ? 'Весь каталог' : categories.join(', ')}</dd>
      <dt>Товары</dt>
      <dd>{available ? 'Только в наличии' : 'Все'}</dd>
      {comment !== '' && (
        <>
          <dt>Комментарий</dt>
          <dd className={styles.comment}>{comment}</dd>
        </>
      )}
    </dl>
  )
}
