import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { OwnProfile } from '#shared/api/account/profile.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { textOf } from '#web/ui/forms/form-text.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { ownProfileQuery, useSaveProfile } from './use-profile.ts'
import styles from './account.module.css'

/** The user's name, phone and login; the login is not editable. */
export function ProfileCard({ contactPerson, onSaved }: { contactPerson: string; onSaved: () => void }) {
  const { data: profile, error, refetch } = useQuery(ownProfileQuery)
  const [open, setOpen] = useState(false)
  return (
    <Card title="О вас" extra={profile && !open && <Button onClick={() => setOpen(true)}>Изменить</Button>}>
      <CardBody>
        {!profile &&
          (error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton width="60%" height={64} />)}
        {profile && open && (
          <ProfileForm
            profile={profile}
            contactPerson={contactPerson}
            onSaved={onSaved}
            onClose={() => setOpen(false)}
          />
        )}
        {profile && !open && (
          <dl className="facts">
            <dt>Имя</dt>
            <dd>{profile.name}</dd>
            <dt>Телефон</dt>
            <dd>{profile.phone || <span className="muted">не указан</span>}</dd>
            <dt>Логин</dt>
            <dd>{profile.login}</dd>
          </dl>
        )}
      </CardBody>
    </Card>
  )
}

function ProfileForm({
  profile,
  contactPerson,
  onSaved,
  onClose,
}: {
  profile: OwnProfile
  contactPerson: string
  onSaved: () => void
  onClose: () => void
}) {
  const notify = useNotify()
  const save = useSaveProfile()
  const errors = fieldErrorsOf(save.error)
  const general = Object.keys(errors).length === 0 ? save.error?.message : undefined

  function submit(event: FormEvent<HTMLFormElement>) {
    const input = { name: textOf(event, 'name'), phone: textOf(event, 'phone') }
    save.mutate(input, {
      onSuccess: () => {
        notify({ tone: 'ok', text: 'Данные сохранены', fadeMs: 3000 })
        onSaved()
        onClose()
      },
    })
  }

  return (
    <form className={`${styles.setup} ${styles.fields}`} noValidate aria-label="О вас" onSubmit={submit}>
      <TextField
        label="Имя и фамилия"
        name="name"
        autoComplete="name"
        maxLength={200}
        defaultValue={profile.name}
        // The user has just opened this form.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        error={errors.name ?? general}
      />
      <TextField
        label="Телефон"
        name="phone"
        type="tel"
        autoComplete="tel"
        maxLength={50}
        defaultValue={profile.phone}
        hint="Для связи с вами, можно не указывать"
        error={errors.phone}
      />
      <p className="muted small">
        Логин {profile.login} сами вы не измените: напишите {contactPerson}.
      </p>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Сохранить
        </Button>
        <Button onClick={onClose}>Отмена</Button>
      </div>
    </form>
  )
}
