import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AccountScreen } from '#web/common/account/AccountScreen.tsx'
import { meQuery, useMe } from '#web/common/session/use-session.ts'

/** Of buyers and staff alike. Its cards read for themselves: a loader would weigh on every page's first load. */
export const Route = createFileRoute('/account')({ component: Account })

function Account() {
  const me = useMe()
  const queries = useQueryClient()
  const reload = () => void queries.invalidateQueries({ queryKey: meQuery.queryKey })
  return me && <AccountScreen me={me} onRenamed={reload} />
}
