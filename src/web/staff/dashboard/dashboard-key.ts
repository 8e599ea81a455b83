/** Apart from the calls: pages read again by `waitingKey` what others change. */
export const dashboardKey = ['staff', 'dashboard']
/** What waits for staff. The rest of the dashboard is read at intervals. */
export const waitingKey = [...dashboardKey, 'waiting']
