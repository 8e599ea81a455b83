import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AccountScreen } from '#web/common/account/AccountScreen.tsx'
import { meQuery, useMe } from '#web/common/session/use-session.ts'

/** For buyers and staff. The cards load their own data: a loader would increase every page's first load. */
export const Route = createFileRoute('/account')({ component: Account })

function Account() {
  const me = useMe()
  const queries = useQueryClient()
  const reload = () => void queries.invalidateQueries({ queryKey: meQuery.queryKey })
  return me && <AccountScreen me={me} onRenamed={reload} />
}
