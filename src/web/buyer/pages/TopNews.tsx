import { AddressLink } from '#web/ui/AddressLink.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { useHideNews, useTopNews } from './use-pages.ts'
import styles from './pages.module.css'

/** News items above the page; each can be hidden for this account [C.29]. */
export function TopNews() {
  const items = useTopNews()
  const { mutate: hide } = useHideNews()
  if (items.length === 0) return null
  return (
    <ul className={styles.news} aria-label="Новости">
      {items.map(({ id, text, link }) => (
        <li key={id}>
          <span className="grow">{link === '' ? text : <AddressLink address={link}>{text}</AddressLink>}</span>
          <IconButton icon="close" small label="Скрыть новость" onClick={() => hide(id)} />
        </li>
      ))}
    </ul>
  )
}
