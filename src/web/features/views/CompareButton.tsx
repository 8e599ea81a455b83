import { Button } from '#web/ui/Button.tsx'
import { useCompared } from './use-compare.ts'

/** Puts a product among the compared ones; the same button takes it out. */
export function CompareButton({ id }: { id: number }) {
  const { known, compared, toggle } = useCompared(id)
  return (
    <Button
      icon="compare"
      data-on={compared || undefined}
      disabled={!known}
      busy={toggle.isPending}
      title={compared ? 'Убрать из сравнения' : undefined}
      onClick={() => toggle.mutate(!compared)}
    >
      {compared ? 'В сравнении' : 'Сравнить'}
    </Button>
  )
}
