import { Link } from '@tanstack/react-router'
import { Button } from '#web/ui/Button.tsx'
import { StarButton } from '#web/parts/goods/StarButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useCompared, useComparedCount } from './use-compare.ts'
import styles from './views.module.css'

/** Adds a product to the comparison or removes it, with a link to the comparison. */
export function CompareButton({ id }: { id: number }) {
  const { known, compared, toggle } = useCompared(id)
  return (
    <>
      <Button
        icon="compare"
        data-on={compared || undefined}
        disabled={!known}
        title={compared ? 'Убрать из сравнения' : undefined}
        onClick={() => toggle(!compared)}
      >
        {compared ? 'В сравнении' : 'Сравнить'}
      </Button>
      {compared && <CompareLink />}
    </>
  )
}

/** The same as an icon button in a row. */
export function CompareToggle({ id, name }: { id: number; name: string }) {
  const { compared, toggle } = useCompared(id)
  return (
    <StarButton
      icon="compare"
      isOn={compared}
      label={`В сравнении: ${name}`}
      title={compared ? 'Убрать из сравнения' : 'Сравнить'}
      onPress={() => toggle(!compared)}
    />
  )
}

/** Link to the comparison; nothing while it is empty. */
export function CompareLink() {
  const count = useComparedCount() ?? 0
  if (count === 0) return null
  return (
    <Link to="/compare" className={styles.compare} aria-label={`Сравнение · ${count}`}>
      <Icon name="compare" />
      <span>
        <span className={styles.word}>Сравнение · </span>
        {count}
      </span>
    </Link>
  )
}
