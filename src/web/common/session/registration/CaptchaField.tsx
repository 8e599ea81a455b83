import { useId, useState } from 'react'
import { captchaPicture } from '#shared/api/account/registration.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { useCaptchaQuestion } from './use-registration.ts'
import styles from './registration.module.css'

type CaptchaProps = {
  value: string
  error: string | undefined
  /** Number of the attempt: each one has used up its captcha. */
  round: number
  onType: (text: string) => void
  onLeave: () => void
  onRenew: () => void
}

/** Five digits of a picture, or a question in words for users who cannot see it. */
export function CaptchaField({ value, error, round, onType, onLeave, onRenew }: CaptchaProps) {
  const [inWords, setInWords] = useState(false)
  const question = useId()
  const [openedAt] = useState(() => Date.now())
  const asked = useCaptchaQuestion({ round, enabled: inWords })

  function change() {
    setInWords(!inWords)
    onRenew()
  }

  return (
    <div className={styles.captcha}>
      {/* It stays while its content changes, so that a screen reader tells of each new question. */}
      <div className={styles.question} id={question} aria-live="polite">
        {inWords ? (
          <p className={styles.sum}>{asked.data ?? (asked.error ? 'Вопрос не пришёл: обновите его' : '…')}</p>
        ) : (
          <>
            {/* A time stamp bypasses the browser cache. */}
            <img
              className={styles.picture}
              src={`${captchaPicture.path}?${openedAt}-${round}`}
              alt="Картинка с пятью цифрами"
              width={148}
              height={50}
            />
            {round > 0 && <span className="unseen">Новая картинка, № {round + 1}</span>}
          </>
        )}
      </div>
      <TextField
        describedBy={inWords ? question : undefined}
        label={inWords ? 'Ответ цифрами' : 'Цифры с картинки'}
        name="captcha"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onBlur={onLeave}
      />
      <IconButton icon="reload" label={inWords ? 'Другой вопрос' : 'Другая картинка'} onClick={onRenew} />
      <button type="button" className={styles.link} onClick={change}>
        {inWords ? 'Показать картинку' : 'Не видно? Ответить на вопрос'}
      </button>
    </div>
  )
}
