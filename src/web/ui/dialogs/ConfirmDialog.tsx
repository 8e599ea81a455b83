import { Button } from '../Button.tsx'
import { Modal } from './Modal.tsx'

export function ConfirmDialog({ text, onAnswer }: { text: string; onAnswer: (confirmed: boolean) => void }) {
  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title="Подтвердите действие"
      width={400}
      footer={
        <>
          <span className="grow" />
          <Button onClick={() => onAnswer(false)}>Нет</Button>
          <Button variant="primary" data-autofocus onClick={() => onAnswer(true)}>
            Да
          </Button>
        </>
      }
    >
      {text}
    </Modal>
  )
}
