/** Apart from the calls: every page refetches by it what others change. */
export const dashboardKey = ['staff', 'dashboard']
