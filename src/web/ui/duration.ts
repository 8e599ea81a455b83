/** '11 мин', '2 ч 05 мин', '3 дн.' */
export function durationText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return `${minutes} мин`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} ч ${String(minutes % 60).padStart(2, '0')} мин`
  return `${Math.round(minutes / (24 * 60))} дн.`
}

/** Time elapsed since then, in the same form. */
export function ageText(iso: string, now: Date): string {
  return durationText((now.getTime() - new Date(iso).getTime()) / 1000)
}
