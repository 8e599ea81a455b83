import { sql } from 'drizzle-orm'

const fileFields = sql`
  'id', file.id, 'token', file.token, 'name', file.name, 'contractId', file.contract_id, 'categoryIds',
  file.category_ids, 'availableOnly', file.available_only,
  'state', file.state, 'doneRows', file.done_rows, 'totalRows', file.total_rows, 'key', file.key, 'sizeBytes',
  file.size_bytes, 'attached', file.attached,
  'createdAt', to_char(file.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** All files of a `request`, as JSON. */
export const requestFiles = sql`coalesce((
  select jsonb_agg(jsonb_build_object(${fileFields}) order by file.id) from price_list_files file
    where file.request_id = request.id), '[]')`

/**
 * Files that existed when staff answered are visible to the buyer; later ones become visible with the next answer. Uses
 * `file` and `request`.
 */
export const isDelivered = sql`request.state = 'done' and file.created_at <= request.answered_at`

/** The files of a `request` that its buyer can see, as JSON. */
export const deliveredFiles = sql`coalesce((
  select jsonb_agg(jsonb_build_object('token', file.token, 'name', file.name, 'sizeBytes', file.size_bytes)
    order by file.id)
  from price_list_files file where file.request_id = request.id and file.state = 'ready' and ${isDelivered}), '[]')`
