import type { InputOf } from '#shared/api/endpoint.ts'
import type { saveBanner, StaffBanner } from '#shared/api/staff/banners.ts'
import { Checkbox, TextField } from '#web/ui/forms/Field.tsx'
import { portalPath } from '#web/ui/forms/portal-path.ts'
import { BannerPicture } from './BannerPicture.tsx'
import { PlacementFields } from '#web/parts/placement/PlacementFields.tsx'
import styles from './banners.module.css'

type Draft = Pick<StaffBanner, 'title' | 'text' | 'link' | 'active' | 'picture' | 'picturetype'> & {
  starts: string | undefined
  ends: string | undefined
  position: string
}
type FieldsProps = { draft: Draft; errors: Readonly<Record<string, string>>; onChange: (patch: Partial<Draft>) => void }

export function BannerFields({ draft, errors, onChange }: FieldsProps) {
  const { title, text, link, active } = draft
  return (
    <>
      <BannerPicture {...draft} error={errors.picture} onChange={onChange} />
      <TextField
        label="Заголовок"
        value={title}
        maxLength={120}
        error={errors.title}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <TextField
        label="Текст"
        value={text}
        maxLength={300}
        error={errors.text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
      <TextField
        label="Ссылка внутри портала"
        placeholder="/special"
        hint="Страница, на которую ведёт баннер; пусто – никуда"
        value={link}
        maxLength={500}
        error={errors.link}
        onChange={({ currentTarget }) => onChange({ link: currentTarget.value })}
      />
      <div className={styles.fields}>
        <PlacementFields value={draft} errors={errors} onChange={onChange} />
      </div>
      <Checkbox
        label="Включён"
        checked={active}
        onChange={({ currentTarget }) => onChange({ active: currentTarget.checked })}
      />
    </>
  )
}

export function bannerDraftOf(banner: StaffBanner | undefined): Draft {
  if (!banner)
    return {
      title: '',
      text: '',
      link: '',
      starts: undefined,
      ends: undefined,
      position: '',
      active: true,
      picture: 0,
      picturetype: '',
    }
  const { title, text, link, starts, ends, position, active, picture, picturetype } = banner
  return {
    title,
    text,
    link,
    starts: starts ?? undefined,
    ends: ends ?? undefined,
    position: position === 0 ? '' : String(position),
    active,
    picture,
    picturetype,
  }
}

export function bannerInputOf({ link, position, picturetype: _type, ...draft }: Draft): InputOf<typeof saveBanner> {
  return {
    ...draft,
    position: Number(position),
    link: portalPath(link),
  }
}
