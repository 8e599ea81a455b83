import table from './table.module.css'

/** Space for rows of a long table that are not rendered. */
export function SpacerRow({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden="true" className={table.gap}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- only room, hidden from screen readers */}
      <td colSpan={columns}>
        <div style={{ height }} />
      </td>
    </tr>
  )
}
