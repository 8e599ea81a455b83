import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { LoadError } from '#web/ui/page/EmptyState.tsx'

/** A page that failed, with a retry button; the rest of the shell stays. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <LoadError
      error={error instanceof Error ? error : new Error(String(error))}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}
